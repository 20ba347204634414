/** Whether a board is over. */

import type { BoardShown } from "../../generated/messages";

/** Whether all games of a board have a result. */
export function isOver(board: BoardShown, games: number): boolean {
  return board.two === null || board.games.length >= games;
}
