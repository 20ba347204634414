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

effect(() => {
  document.documentElement.dataset["scheme"] = scheme.value;
  document.documentElement.dataset["board"] = theme.value;
  document.documentElement.toggleAttribute("data-child", preferences.child.value);
});
