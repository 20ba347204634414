/** A move as part of the procedure: who may make it when, and what else it settles. */

import { pressed, started } from "../clock";
import type { CoreMove } from "../core";
import { Ambiguous, Illegal, RulesError, type Reason } from "../errors";
import type { Played } from "../events";
import { explain } from "../explain";
import type { Side } from "../rules";
import type { Setup } from "../setup";
import type { State } from "../state";
import * as duty from "./duty";
import { byRules } from "./ending";
import { faultOf } from "./huffing";
import * as offers from "./offers";

/** A move by its place in the list of legal or of faulty moves. */
export interface Chosen {
  readonly kind: "legal" | "faulty";
  readonly place: number;
}

function moveOf(state: State, { kind, place }: Chosen): CoreMove {
  const { legal, faulty } = state.position;
  return (kind === "legal" ? legal : faulty)[place]!;
}

/** Why a side may make no move at all now, or null. */
export function checkTurn(setup: Setup, state: State, by: Side): Reason | null {
  const { turn } = state.position;
  if (by !== turn) return { code: "not_your_turn", turn };
  if (state.fault && byRules(setup, state)) {
    return { code: "fault_unanswered", pieces: state.fault.pieces };
  }
  return null;
}

/** Why a move is not allowed, or null; throws for text that is no move, or several. */
export function check(setup: Setup, state: State, event: Played): Reason | null {
  const reason = checkTurn(setup, state, event.by);
  if (reason) return reason;
  let found: Chosen;
  try {
    found = find(setup, state, event.move, event.faulty ?? false);
  } catch (error) {
    if (error instanceof Illegal) return error.reason;
    throw error;
  }
  if (found.kind === "faulty" && !event.faulty) return explain(state.position, event.move);
  if (event.faulty && found.kind === "legal") {
    throw new RulesError("CrownheadError", `${event.move} is marked as faulty, but it is legal`);
  }
  return null;
}

export function apply(setup: Setup, state: State, event: Played): State {
  const { by, at, lag = 0 } = event;
  const { position } = state;
  const chosen = find(setup, state, event.move, event.faulty ?? false);
  const move = moveOf(state, chosen);
  const faulty = chosen.kind === "faulty";
  const captures = move.captures.length > 0;
  let clock = state.clock;
  if (at !== undefined && clock) {
    clock = pressed(clock.running ? clock : started(clock, by, at), at, lag);
  }
  const played: State = {
    ...state,
    position: position.play(chosen.kind, chosen.place),
    before: state,
    move,
    erred: faulty,
    plies: state.plies + 1,
    sinceCapture: captures ? 0 : state.sinceCapture + 1,
    fault: faulty ? faultOf(position, move, event) : null,
    compelled: false,
    takeback: null,
    clock,
  };
  const after = duty.moved(offers.moved(setup, played, by), by);
  const man = position.pieceAt(move.origin) === position.pieceAt(move.origin).toLowerCase();
  return captures || man ? duty.progressed(setup, after) : after;
}

/**
 * The move that a text means; a legal one goes first, unless `faulty` asks for the other kind.
 * Throws `Illegal`, `Ambiguous` or `RulesError`.
 */
export function find(setup: Setup, state: State, text: string, faulty = false): Chosen {
  const { position } = state;
  const mayErr = setup.huffing && !state.compelled;
  if (!(mayErr && faulty)) {
    const place = position.parse(text, "legal");
    if (place !== null) return { kind: "legal", place };
    if (!mayErr) throw new Illegal(reasonFor(state, text));
  }
  const place = position.parse(text, "faulty");
  if (place !== null) return { kind: "faulty", place };
  const reason = explain(position, text);
  if (reason === null) {
    throw new RulesError("CrownheadError", `Move '${text}' is legal, not faulty`);
  }
  throw new Illegal(reason);
}

function reasonFor(state: State, text: string): Reason {
  return explain(state.position, text) ?? { code: "reason" };
}

/** The shortest text from which `find` gets a move back; `asked` as records tell it faulty. */
export function textFor(setup: Setup, state: State, chosen: Chosen, asked = false): string {
  const { short, full, hub } = moveOf(state, chosen);
  for (const text of [short, full]) {
    try {
      const found = find(setup, state, text, asked);
      if (found.kind === chosen.kind && found.place === chosen.place) return text;
    } catch (error) {
      if (!(error instanceof Ambiguous || error instanceof Illegal)) throw error;
    }
  }
  return hub;
}
