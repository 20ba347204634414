/** The clock in the game: starting, pausing, flag fall, and the order of event times. */

import { isOut, paused, remaining, resumed, started } from "../clock";
import type { Reason } from "../errors";
import type { GameEvent, Timing } from "../events";
import { other } from "../position";
import type { State } from "../state";

const TIMED = new Set<GameEvent["kind"]>([
  "played",
  "huffed",
  "compelled",
  "stood",
  "takeback_accepted",
  "adjudicated",
  "paused",
  "resumed",
  "time_forfeited",
]);

/** What is wrong with an event's time, or null: every event passes here. */
export function checkTime(state: State, event: GameEvent): Reason | null {
  const { clock } = state;
  const { at } = event;
  if (at === undefined) return clock && TIMED.has(event.kind) ? { code: "time_missing" } : null;
  if (state.at !== null && at < state.at) return { code: "time_backwards", at, last: state.at };
  if (!clock?.running) return null;
  switch (event.kind) {
    case "played":
    case "huffed":
    case "compelled":
    case "stood":
    case "draw_claimed": {
      const lag = event.kind === "played" ? (event.lag ?? 0) : 0;
      const out = event.by === clock.running && isOut(clock, event.by, at, lag);
      return out ? { code: "time_is_out", side: event.by } : null;
    }
    default:
      return null;
  }
}

export function check(state: State, event: Timing): Reason | null {
  const { clock } = state;
  if (event.kind === "time_forfeited") {
    const { side, at } = event;
    if (!clock) return { code: "no_clock" };
    if (at === undefined || !isOut(clock, side, at)) {
      return { code: "time_not_out", side, left: remaining(clock, side, at ?? null) };
    }
    return null;
  }
  const runs = event.kind === "resumed" && !state.paused && (!clock || clock.running !== null);
  return runs ? { code: "game_running" } : null;
}

export function apply(state: State, event: Timing): State {
  if (event.kind === "time_forfeited") {
    return { ...state, outcome: { winner: other(event.side), termination: "time", rule: "" } };
  }
  let { clock } = state;
  const { at } = event;
  if (clock && at !== undefined) {
    if (event.kind === "paused") clock = paused(clock, at);
    else clock = clock.running ? resumed(clock, at) : started(clock, state.position.turn, at);
  }
  return { ...state, clock, paused: event.kind === "paused" };
}
