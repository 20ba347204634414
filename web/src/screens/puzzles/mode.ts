/** How puzzles are solved: one after another, of one theme, the day's, in a row, against time. */

export type Mode =
  | { readonly kind: "rated" }
  | { readonly kind: "theme"; readonly theme: string }
  | { readonly kind: "daily" }
  | { readonly kind: "streak" }
  | { readonly kind: "rush" }
  /** One puzzle by its name, as a link has it. */
  | { readonly kind: "one"; readonly id: string };

const NAME = /^[0-9a-f]{10}$/;

/** The mode that an address names; null for none. */
export function modeOf(text: string): Mode | null {
  if (text === "rated" || text === "daily" || text === "streak" || text === "rush") {
    return { kind: text };
  }
  if (text.startsWith("theme-")) return { kind: "theme", theme: text.slice("theme-".length) };
  return NAME.test(text) ? { kind: "one", id: text } : null;
}
