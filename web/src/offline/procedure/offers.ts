/** Draw offers: made, accepted, declined, withdrawn (E23, RULES D). */

import type { Reason } from "../errors";
import type { Offering } from "../events";
import { other } from "../position";
import type { Side } from "../rules";
import type { Setup } from "../setup";
import { put, type State } from "../state";
import { takenOn } from "./duty";

const REPEAT_AFTER = 10; // D: own moves

export function check(setup: Setup, state: State, event: Offering): Reason | null {
  const { offer } = state;
  if (event.kind === "draw_offered") return checkOffer(setup, state, event.by);
  if (offer === null) return { code: "no_draw_offer" };
  if (event.kind === "draw_withdrawn") {
    return event.by === offer ? null : { code: "not_your_draw_offer" };
  }
  return event.by === offer ? { code: "own_draw_offer" } : null;
}

function checkOffer(setup: Setup, state: State, by: Side): Reason | null {
  const made = Math.floor(state.plies / 2);
  if (state.offer !== null) return { code: "draw_offer_stands", by: state.offer };
  if (made < setup.offers_after) {
    return { code: "draw_offer_too_early", moves: setup.offers_after, made };
  }
  const wait = state.waits[by];
  return wait ? { code: "draw_offer_too_soon", moves_left: wait } : null;
}

export function apply(setup: Setup, state: State, event: Offering): State {
  switch (event.kind) {
    case "draw_offered": {
      const waits = put(put(state.waits, event.by, REPEAT_AFTER), other(event.by), 0);
      return { ...state, offer: event.by, waits };
    }
    case "draw_declined":
      return declined(setup, state);
    case "draw_withdrawn":
      return { ...state, offer: null };
    case "draw_accepted":
      return { ...state, outcome: { winner: null, termination: "agreement", rule: "E23" } };
  }
}

/** The state after the standing offer is refused, in words or by a move. */
function declined(setup: Setup, state: State): State {
  return takenOn(setup, { ...state, offer: null }, other(state.offer!));
}

/** The state after a side has moved: its own offer waits one move less. */
export function moved(setup: Setup, before: State, by: Side): State {
  const state = before.offer === other(by) ? declined(setup, before) : before;
  return { ...state, waits: put(state.waits, by, Math.max(0, state.waits[by] - 1)) };
}
