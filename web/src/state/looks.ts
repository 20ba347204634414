/** How the page looks: its scheme, and the theme of its boards. */

import { computed, effect, signal } from "@preact/signals";
import { preferences } from "./preferences";

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const system = signal({ dark: dark.matches, contrast: contrast.matches });

for (const query of [dark, contrast]) {
  query.addEventListener("change", () => {
    system.value = { dark: dark.matches, contrast: contrast.matches };
  });
}

export const scheme = computed<"light" | "dark" | "contrast">(() => {
  const wanted = preferences.scheme.value;
  if (wanted !== "auto") return wanted;
  if (system.value.contrast) return "contrast";
  return system.value.dark ? "dark" : "light";
});

export const theme = computed(() =>
  scheme.value === "contrast" ? "contrast" : preferences.theme.value,
);

/** How many times as long movements take at each speed; nothing moves at `off`. */
const PACES = { off: 1, fast: 0.5, normal: 1, slow: 2 } as const;

/** The attributes of a board that say how it looks and moves. */
export const boardLooks = computed(() => ({
  theme: theme.value,
  scheme: scheme.value,
  pieces: preferences.pieces.value,
  pace: PACES[preferences.speed.value],
  "no-motion": preferences.speed.value === "off",
}));

effect(() => {
  document.documentElement.dataset["scheme"] = scheme.value;
  document.documentElement.dataset["board"] = theme.value;
  document.documentElement.dataset["size"] = preferences.size.value;
  document.documentElement.toggleAttribute("data-child", preferences.child.value);
});
