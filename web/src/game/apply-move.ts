/** A board after a move. The move says all: nothing here knows a rule. */

import type { MoveView } from "../generated/messages";

export function boardAfter(board: string, move: MoveView): string {
  const letters = [...board];
  const piece = letters[move.origin - 1] ?? "e";
  letters[move.origin - 1] = "e";
  for (const square of move.captures) letters[square - 1] = "e";
  letters[move.target - 1] = move.crowns ? piece.toUpperCase() : piece;
  return letters.join("");
}

/** The squares of a side's pieces. */
export function piecesOf(board: string, side: "white" | "black"): number[] {
  const letter = side === "white" ? "w" : "b";
  return [...board].flatMap((each, index) => (each.toLowerCase() === letter ? [index + 1] : []));
}

export function other(side: "white" | "black"): "white" | "black" {
  return side === "white" ? "black" : "white";
}
