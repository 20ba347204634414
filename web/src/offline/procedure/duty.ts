/** The duty of the side that refuses a draw: win, or show a decided advantage (E24). */

import type { Reason } from "../errors";
import type { Adjudicated } from "../events";
import type { Side } from "../rules";
import type { Setup } from "../setup";
import { put, type State } from "../state";

export interface Duty {
  readonly side: Side;
  readonly made: number;
  readonly limit: number;
}

const SIDES = ["white", "black"] as const;

/** The counts that run, the fullest first. */
export function duties(setup: Setup, state: State): Duty[] {
  const limit = setup.refusal_duty;
  const running = SIDES.flatMap((side) => {
    const made = state.duties[side];
    return made === null ? [] : [{ side, made, limit }];
  });
  const left = ({ made }: Duty): number => Math.max(0, limit - made);
  return running.sort((one, two) => left(one) - left(two));
}

/** The side on which the game waits for a verdict, or null. */
export function awaited(setup: Setup, state: State): Side | null {
  if (state.outcome !== null) return null;
  const due = duties(setup, state).find(
    ({ side, made, limit }) => made >= limit && state.fault?.by !== side,
  );
  return due?.side ?? null;
}

/** The state after a side declined a draw. */
export function takenOn(setup: Setup, state: State, refuser: Side): State {
  if (!setup.refusal_duty || state.duties[refuser] !== null) return state;
  return { ...state, duties: put(state.duties, refuser, 0) };
}

export function moved(state: State, by: Side): State {
  const made = state.duties[by];
  return made === null ? state : { ...state, duties: put(state.duties, by, made + 1) };
}

/** The state after a capture or a move of a man, which may restart the counts. */
export function progressed(setup: Setup, state: State): State {
  if (!setup.reset_on_progress) return state;
  const again = (made: number | null): number | null => (made === null ? null : 0);
  const { white, black } = state.duties;
  return { ...state, duties: { white: again(white), black: again(black) } };
}

export function check(setup: Setup, state: State, event: Adjudicated): Reason | null {
  const due = awaited(setup, state) === event.side;
  return due ? null : { code: "no_verdict_due", side: event.side };
}

export function apply(state: State, event: Adjudicated): State {
  if (event.advantage) return { ...state, duties: put(state.duties, event.side, null) };
  return { ...state, outcome: { winner: null, termination: "refusal-duty", rule: "E24" } };
}
