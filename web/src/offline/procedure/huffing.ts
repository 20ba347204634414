/** Huffing: the answer to a move that ignores a capture or breaks one off (E20, RULES H). */

import { settled, started, type Clock } from "../clock";
import type { CoreMove } from "../core";
import type { Reason } from "../errors";
import type { FaultAnswer, Played } from "../events";
import type { Position } from "../position";
import type { Setup } from "../setup";
import { put, type Fault, type State } from "../state";
import { progressed } from "./duty";

/** The fault that a faulty move commits: which pieces should have captured. */
export function faultOf(position: Position, move: CoreMove, event: Played): Fault {
  const stands = position.mustCapture.map((s) => (s === move.origin ? move.target : s));
  const pieces = move.captures.length > 0 ? [move.target] : stands.sort((a, b) => a - b);
  return { by: event.by, pieces, at: event.at ?? null, lag: event.lag ?? 0 };
}

export function check(setup: Setup, state: State, event: FaultAnswer): Reason | null {
  if (!setup.huffing) return { code: "huffing_off" };
  const { fault, position } = state;
  if (fault === null) return { code: "nothing_to_huff" };
  if (event.by !== position.turn) return { code: "not_your_turn", turn: position.turn };
  if (event.kind === "huffed" && !fault.pieces.includes(event.square)) {
    return { code: "not_huffable", square: event.square, pieces: fault.pieces };
  }
  return null;
}

export function apply(setup: Setup, state: State, event: FaultAnswer): State {
  if (event.kind === "stood") return { ...state, fault: null };
  if (event.kind === "compelled") {
    return {
      ...state.before!,
      events: state.events,
      at: state.at,
      fault: null,
      compelled: true,
      takeback: null,
      clock: clockGivenBack(state, event.at),
    };
  }
  const position = state.position.without(event.square);
  return progressed(setup, { ...state, position, fault: null, sinceCapture: 0 });
}

/** The clock of the state before, with the time that both sides really used. */
function clockGivenBack(state: State, at: number | undefined): Clock | null {
  const before = state.before?.clock ?? null;
  const { clock: now, fault } = state;
  if (!before || !now || !fault || fault.at === null || at === undefined) return before;
  const back = settled(before, fault.at, fault.lag);
  const { turn } = state.position;
  const left = put(back.left, turn, settled(now, at).left[turn]);
  return started({ ...back, left }, fault.by, at);
}
