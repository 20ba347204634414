/** Moves as the core tells them. */

import type { MoveView } from "../generated/messages";

export type Kind = "legal" | "faulty" | "any-choice" | "any-landing" | "quiet";

export interface CoreMove {
  readonly short: string;
  readonly full: string;
  readonly hub: string;
  readonly origin: number;
  readonly target: number;
  readonly captures: readonly number[];
  readonly crowns: boolean;
  readonly byKing: boolean;
  readonly route: readonly number[];
  /** The ways to make a capture; only where they were asked for. */
  readonly routes?: readonly (readonly number[])[];
}

/** Return a move as views tell it: in short notation, by all its routes where they were asked for. */
export function viewMove(move: CoreMove): MoveView {
  const { short: text, origin, target, captures, routes, route, crowns } = move;
  const all = (routes ?? [route]).map((each) => [...each]);
  return { text, origin, target, captures: [...captures], routes: all, crowns };
}

/** What a move text says, and which moves of a list it can mean. */
export interface Named {
  readonly squares: readonly number[];
  readonly capture: boolean;
  readonly fits: readonly number[];
}
