/** Taking back by consent: one side asks, the other agrees or does not. */

import { resumed } from "../clock";
import type { Reason } from "../errors";
import type { Asking } from "../events";
import type { Setup } from "../setup";
import type { State } from "../state";

export function check(setup: Setup, state: State, event: Asking): Reason | null {
  const request = state.takeback;
  if (event.kind === "takeback_requested") {
    if (request) return { code: "takeback_stands", by: request.by };
    const most = Math.max(0, state.plies - setup.opening);
    const { plies } = event;
    return plies >= 1 && plies <= most ? null : { code: "takeback_too_far", plies, most };
  }
  if (!request) return { code: "no_takeback_request" };
  return request.by === event.by ? { code: "own_takeback_request" } : null;
}

export function apply(state: State, event: Asking): State {
  if (event.kind === "takeback_requested") {
    return { ...state, takeback: { by: event.by, plies: event.plies } };
  }
  if (event.kind === "takeback_declined" || !state.takeback) return { ...state, takeback: null };
  let earlier = state;
  for (let n = state.takeback.plies; n > 0; n -= 1) earlier = earlier.before!;
  const { clock } = earlier;
  return {
    ...earlier,
    events: state.events,
    at: state.at,
    takeback: null,
    clock: clock && event.at !== undefined ? resumed(clock, event.at) : clock,
  };
}
