/** One lesson: a move to be found on a board. */

import type { MoveView } from "../../generated/messages";

export interface Lesson {
  readonly id: "move" | "capture" | "crown" | "king" | "king_short" | "most";
  readonly variant: string;
  readonly board: string;
  readonly turn: "white" | "black";
  readonly legal: readonly MoveView[];
}
