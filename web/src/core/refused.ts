/** What the core answers where it refuses. */

import type { Reason } from "./errors";

/** Why an event or the text of a move is refused; `null`: the text could be played. */
export type Refused =
  | { readonly refused: "reason" | "illegal"; readonly reason: Reason }
  | { readonly refused: "invalid"; readonly wrong: string; readonly column: number }
  | { readonly refused: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly refused: "wrong"; readonly what: string; readonly reason: Reason | null }
  | { readonly refused: "not_faulty" | "too_complex" | null };

/** What was sent is refused: what is wrong with it, or the reason. */
export type Wronged = Extract<Refused, { readonly refused: "wrong" }>;

/** A record that the input has no room for. */
export const TOO_LARGE: Refused = { refused: "wrong", what: "too long", reason: null };

/** The text of a move that is none. */
export const TOO_LONG: Refused = {
  refused: "invalid",
  wrong: "is longer than 200 characters",
  column: 1,
};
