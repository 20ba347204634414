/** One step of a game: is the event allowed now, and what is the state after it? */

import { clockOf, paused, resumed } from "../clock";
import type { Reason } from "../errors";
import type { GameEvent } from "../events";
import type { Setup } from "../setup";
import { fresh, type State } from "../state";
import * as claims from "./claims";
import * as duty from "./duty";
import * as ending from "./ending";
import * as huffing from "./huffing";
import * as moves from "./moves";
import * as offers from "./offers";
import * as takeback from "./takeback";
import * as timing from "./timing";

export const MOST_EVENTS = 5000;

type Kind = GameEvent["kind"];
const ENDS = new Set<Kind>(["resigned", "awarded", "time_forfeited", "adjudicated"]);
/** Allowed while paused, and while a verdict is awaited. */
const ALWAYS = new Set<Kind>([
  "draw_offered",
  "draw_accepted",
  "draw_declined",
  "draw_withdrawn",
  "resigned",
  "awarded",
]);

/** The state before the first event; the game may be over already. */
export function start(setup: Setup): State {
  return settled(setup, fresh(setup.start, setup.time && clockOf(setup.time)));
}

/** Why an event is not allowed now, or null; throws for the text of a move that is not one. */
export function check(setup: Setup, state: State, event: GameEvent): Reason | null {
  return checkMoment(setup, state, event) ?? checkEvent(setup, state, event);
}

/** Why now is not the time for this kind of event, or null. */
export function checkMoment(setup: Setup, state: State, event: GameEvent): Reason | null {
  const { kind } = event;
  if (state.outcome) return { code: "game_over" };
  if (state.events >= MOST_EVENTS && !ENDS.has(kind)) {
    return { code: "record_full", limit: MOST_EVENTS };
  }
  const side = duty.awaited(setup, state);
  if (side && !ALWAYS.has(kind) && kind !== "adjudicated") return { code: "verdict_due", side };
  if (state.paused && !ALWAYS.has(kind) && kind !== "resumed") return { code: "game_paused" };
  const reason = timing.checkTime(state, event);
  if (reason || event.kind !== "played") return reason;
  return moves.checkTurn(setup, state, event.by);
}

/** Why an event itself is not allowed, or null, at a moment that suits its kind. */
export function checkEvent(setup: Setup, state: State, event: GameEvent): Reason | null {
  switch (event.kind) {
    case "played":
      return moves.check(setup, state, event);
    case "draw_offered":
    case "draw_accepted":
    case "draw_declined":
    case "draw_withdrawn":
      return offers.check(setup, state, event);
    case "huffed":
    case "compelled":
    case "stood":
      return huffing.check(setup, state, event);
    case "takeback_requested":
    case "takeback_accepted":
    case "takeback_declined":
      return takeback.check(setup, state, event);
    case "draw_claimed":
      return claims.check(setup, state, event);
    case "paused":
    case "resumed":
    case "time_forfeited":
      return timing.check(state, event);
    case "adjudicated":
      return duty.check(setup, state, event);
    default:
      return null;
  }
}

/** The state after an event that `check` has allowed. */
export function apply(setup: Setup, state: State, event: GameEvent): State {
  const at = event.at ?? state.at;
  let after: State = { ...applyPart(setup, state, event), events: state.events + 1, at };
  if (event.kind === "adjudicated" && after.clock && at !== null) {
    after = { ...after, clock: resumed(after.clock, at) };
  }
  return settled(setup, after);
}

function applyPart(setup: Setup, state: State, event: GameEvent): State {
  switch (event.kind) {
    case "played":
      return moves.apply(setup, state, event);
    case "draw_offered":
    case "draw_accepted":
    case "draw_declined":
    case "draw_withdrawn":
      return offers.apply(setup, state, event);
    case "huffed":
    case "compelled":
    case "stood":
      return huffing.apply(setup, state, event);
    case "takeback_requested":
    case "takeback_accepted":
    case "takeback_declined":
      return takeback.apply(state, event);
    case "draw_claimed":
      return claims.apply(setup, state, event);
    case "paused":
    case "resumed":
    case "time_forfeited":
      return timing.apply(state, event);
    case "adjudicated":
      return duty.apply(state, event);
    case "resigned":
    case "awarded":
      return ending.apply(state, event);
  }
}

/** The state with what follows by itself: the end of the game, a stopped clock. */
function settled(setup: Setup, given: State): State {
  let state = given;
  if (!state.outcome && !state.fault) state = { ...state, outcome: ending.byRules(setup, state) };
  if (state.outcome) state = { ...state, offer: null, takeback: null, fault: null };
  const stands = state.outcome !== null || duty.awaited(setup, state) !== null;
  if (stands && state.clock && state.at !== null) {
    state = { ...state, clock: paused(state.clock, state.at) };
  }
  return state;
}
