/** Ways to play: each route of each move, and how far a player has shown that he means it. */

import type { Geometry } from "../board/geometry";
import type { MoveView } from "../generated/messages";

export interface Way {
  readonly move: MoveView;
  readonly route: readonly number[];
  /** Every square the piece goes over, in order: origin, passed, captured, landed on. */
  readonly path: readonly { readonly square: number; readonly lands: boolean }[];
  /** The place in `path` that has been shown. */
  readonly at: number;
}

export function waysOf(moves: readonly MoveView[], geometry: Geometry): Way[] {
  return moves.flatMap((move) =>
    move.routes.map((route) => ({ move, route, path: pathOf(route, geometry), at: 0 })),
  );
}

function pathOf(route: readonly number[], geometry: Geometry): Way["path"] {
  return route.flatMap((square, leg) => {
    const passed = leg > 0 ? geometry.between(route[leg - 1]!, square) : [];
    return [...passed.map((each) => ({ square: each, lands: false })), { square, lands: true }];
  });
}

/**
 * The ways over a square, best those that go on to it after what has been shown. Ways that land on
 * it come first: only where none does, those that pass over it (or take the piece there) count.
 */
export function through(ways: readonly Way[], square: number): Way[] {
  const next = onto(ways, square, (way) => way.at + 1);
  return next.length > 0 ? next : onto(ways, square, () => 1);
}

/** The ways that go on to a square after what has been shown. */
export function onward(ways: readonly Way[], square: number): Way[] {
  return onto(ways, square, (way) => way.at + 1);
}

function onto(ways: readonly Way[], square: number, from: (way: Way) => number): Way[] {
  const found = (lands: boolean): Way[] =>
    ways.flatMap((way) => {
      const first = from(way);
      const at = way.path.findIndex(
        (each, index) => index >= first && each.square === square && (!lands || each.lands),
      );
      return at < 0 ? [] : [{ ...way, at: Math.max(at, way.at) }];
    });
  const landing = found(true);
  return landing.length > 0 ? landing : found(false);
}

export function ending(ways: readonly Way[], square: number): Way[] {
  return ways.filter((way) => way.move.target === square);
}

export function starting(ways: readonly Way[], square: number): Way[] {
  return ways.filter((way) => way.move.origin === square);
}

/** The moves among these ways: routes with the same outcome are one move. */
export function outcomes(ways: readonly Way[]): MoveView[] {
  return [...new Set(ways.map((way) => way.move))];
}

export function origins(ways: readonly Way[]): number[] {
  return [...new Set(ways.map((way) => way.move.origin))];
}

/** The ways that land on all of these squares in this order, the last of them at the end. */
export function along(ways: readonly Way[], squares: readonly number[]): Way[] {
  const [start, ...rest] = squares;
  let left = starting(ways, start!);
  for (const square of rest.slice(0, -1)) left = onward(left, square);
  const last = rest.at(-1);
  if (last === undefined) return left;
  const complete = left.filter((way) => way.move.target === last);
  return complete.length > 0 ? complete : onward(left, last);
}

/**
 * The ways that a drag has followed: it went over all their landing squares in order. Of several,
 * those are meant that lead over every square of the trail.
 */
export function following(ways: readonly Way[], trail: readonly number[]): Way[] {
  const along = ways.filter((way) => within(way.route, trail));
  const exact = along.filter((way) =>
    within(
      trail,
      way.path.map((each) => each.square),
    ),
  );
  return exact.length > 0 ? exact : along;
}

/** Whether all these squares lie on a line of squares, in order. */
function within(squares: readonly number[], line: readonly number[]): boolean {
  let from = 0;
  return squares.every((square) => {
    const found = line.indexOf(square, from);
    from = found + 1;
    return found >= 0;
  });
}
