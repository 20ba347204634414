/** What each side has on the board, and what it has taken. */

import { other } from "./apply-move";
import type { Ply, Side } from "./source";

/** A king counts for two men. */
const KING = 2;

/** The number of pieces of a side. */
export function piecesLeft(board: string, side: Side): number {
  const letter = side === "white" ? "w" : "b";
  return [...board].filter((each) => each.toLowerCase() === letter).length;
}

/** What a side has on the board, in men. */
export function material(board: string, side: Side): number {
  const letter = side === "white" ? "w" : "b";
  return [...board].reduce((sum, each) => {
    if (each === letter) return sum + 1;
    return each === letter.toUpperCase() ? sum + KING : sum;
  }, 0);
}

/** What a side has lost, net, in the captures that were just played one after another, in pieces. */
export function lostInExchange(plies: readonly Ply[], side: Side): number {
  const before = plies.findLast(({ last }) => !last?.captures.length);
  const now = plies.at(-1);
  return before && now ? leadOf(before, side) - leadOf(now, side) : 0;
}

/** How many pieces a side has more than the other. */
export function leadOf({ board }: Pick<Ply, "board">, side: Side): number {
  return piecesLeft(board, side) - piecesLeft(board, other(side));
}
