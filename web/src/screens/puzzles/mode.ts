/** How puzzles are solved: one after another, of one theme, those missed, the day's, in runs. */

export type Mode =
  | { readonly kind: "rated" }
  | { readonly kind: "theme"; readonly theme: string }
  | { readonly kind: "missed" }
  | { readonly kind: "daily" }
  | { readonly kind: "streak" }
  | { readonly kind: "rush" }
  /** One puzzle by its name, as a link has it. */
  | { readonly kind: "one"; readonly id: string };

const NAME = /^[0-9a-f]{10}$/;

/** The mode that an address names; null for none. */
export function modeOf(text: string): Mode | null {
  for (const kind of ["rated", "missed", "daily", "streak", "rush"] as const) {
    if (text === kind) return { kind };
  }
  if (text.startsWith("theme-")) return { kind: "theme", theme: text.slice("theme-".length) };
  return NAME.test(text) ? { kind: "one", id: text } : null;
}
