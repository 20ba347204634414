/** What is left to choose from, told apart by number. */

import type { MoveView } from "../generated/messages";
import { outcomes, type Way } from "./ways";

export interface Option {
  readonly move: MoveView;
  readonly route: readonly number[];
  /** From 1; the key that chooses it, up to 9. */
  readonly number: number;
  /** Squares that no other option visits: a tap on one chooses it, and the number stands there. */
  readonly own: readonly number[];
}

export function optionsOf(ways: readonly Way[]): Option[] {
  const moves = outcomes(ways);
  const visited = moves.map((move) => {
    const visits = ways.filter((way) => way.move === move).map((way) => way.route.slice(1));
    return new Set(visits.flat());
  });
  return moves.map((move, index) => {
    const way = ways.find((each) => each.move === move)!;
    const own = way.route.slice(1).filter((square) => {
      return visited.every((squares, other) => other === index || !squares.has(square));
    });
    const taken = move.captures.filter((square) =>
      moves.every((other) => other === move || !other.captures.includes(square)),
    );
    return { move, route: way.route, number: index + 1, own: own.length > 0 ? own : taken };
  });
}

/** Where the number of an option stands: on squares of its own, else where it ends. */
export function labelsOf({ own, route }: Option): readonly number[] {
  return own.length > 0 ? own : route.slice(-1);
}
