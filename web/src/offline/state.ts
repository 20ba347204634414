/** Where a game stands: one immutable value, linked to the state before the last ply. */

import type { Clock } from "./clock";
import type { CoreMove } from "./core";
import type { Position } from "./position";
import type { Side } from "./rules";

export type Pair<T> = Readonly<Record<Side, T>>;

/** A move that ignored a capture, while the opponent can still answer it (H). */
export interface Fault {
  readonly by: Side;
  /** Where the pieces stand now that should have captured. */
  readonly pieces: readonly number[];
  readonly at: number | null;
  readonly lag: number;
}

export interface Takeback {
  readonly by: Side;
  readonly plies: number;
}

export interface Outcome {
  readonly winner: Side | null;
  readonly termination: string;
  readonly rule: string;
}

export interface State {
  readonly position: Position;
  readonly events: number;
  readonly before: State | null;
  readonly move: CoreMove | null;
  /** Whether that move ignored or broke off a capture. */
  readonly erred: boolean;
  readonly plies: number;
  readonly sinceCapture: number;
  readonly offer: Side | null;
  /** Own moves until a side may repeat its offer. */
  readonly waits: Pair<number>;
  /** Own moves made since a refusal. */
  readonly duties: Pair<number | null>;
  readonly fault: Fault | null;
  /** The side to move must capture: its faulty move was taken back. */
  readonly compelled: boolean;
  readonly takeback: Takeback | null;
  readonly clock: Clock | null;
  readonly paused: boolean;
  /** The time of the last event that has one. */
  readonly at: number | null;
  readonly outcome: Outcome | null;
}

export function fresh(position: Position, clock: Clock | null): State {
  return {
    position,
    events: 0,
    before: null,
    move: null,
    erred: false,
    plies: 0,
    sinceCapture: 0,
    offer: null,
    waits: { white: 0, black: 0 },
    duties: { white: null, black: null },
    fault: null,
    compelled: false,
    takeback: null,
    clock,
    paused: false,
    at: null,
    outcome: null,
  };
}

/** The states of the game as it stands, from the start to this one. */
export function chain(state: State): State[] {
  const found: State[] = [];
  for (let each: State | null = state; each; each = each.before) found.push(each);
  return found.reverse();
}

export function put<T>(pair: Pair<T>, side: Side, value: T): Pair<T> {
  return { ...pair, [side]: value };
}
