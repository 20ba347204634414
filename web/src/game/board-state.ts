/** What stands on the board of the screen. */

import type { Change } from "../board/men";
import { boardAfter, other } from "./apply-move";
import type { MoveView, Ply, Side, View } from "./source";

export interface LastMove {
  readonly text: string;
  readonly route: readonly number[];
  readonly captures: readonly number[];
  readonly crowns: boolean;
}

export interface Shown {
  readonly board: string;
  readonly ply: number;
  readonly turn: Side;
  readonly last: LastMove | null;
  /** It is the present position of the game, not an earlier one or a demonstration. */
  readonly live: boolean;
  readonly change?: Change;
}

/** The position after a move that is entered here, or would be. */
export function shownAfter(
  view: View,
  move: MoveView,
  route: readonly number[],
  more: { readonly live: boolean; readonly dragged?: boolean },
): Shown {
  const { captures, crowns, text } = move;
  const { live, ...how } = more;
  return {
    board: boardAfter(view.board, move),
    ply: view.ply + 1,
    turn: other(view.turn),
    last: { text, route, captures, crowns },
    live,
    change: { route, captures, crowns, ...how },
  };
}

/** A position that the game had, as one that is not the present one. */
export function shownPly(plies: readonly Ply[], at: number): Shown {
  const { board, turn, last } = plies[at]!;
  return { board, ply: at, turn, last, live: false };
}
