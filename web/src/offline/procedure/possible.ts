/** What could happen next: the kinds of event that a side can bring about. */

import type { GameEvent } from "../events";
import type { Side } from "../rules";
import type { Setup } from "../setup";
import type { State } from "../state";
import { available } from "./claims";
import { check, checkMoment } from "./steps";

/** The kinds of a player's events that would be allowed at `at`. */
export function kinds(setup: Setup, state: State, by: Side, at: number): Set<GameEvent["kind"]> {
  const allowed = examples(state, by, at).filter((event) => check(setup, state, event) === null);
  const found = new Set(allowed.map(({ kind }) => kind));
  const now: GameEvent = { kind: "draw_claimed", by, at };
  if (checkMoment(setup, state, now) === null) {
    if (available(setup, state).some((claim) => claim.by === by)) found.add(now.kind);
  }
  return found;
}

/** One event of each kind, the one most likely to be allowed. */
function examples(state: State, by: Side, at: number): GameEvent[] {
  const found: GameEvent[] = [];
  const { position, fault } = state;
  if (position.turn === by) {
    const [move] = position.legal;
    if (move) found.push({ kind: "played", by, move: move.hub, at });
    if (fault) {
      found.push({ kind: "huffed", by, square: fault.pieces[0]!, at });
      found.push({ kind: "compelled", by, at }, { kind: "stood", by, at });
    }
  }
  for (const kind of [
    "draw_offered",
    "draw_accepted",
    "draw_declined",
    "draw_withdrawn",
  ] as const) {
    found.push({ kind, by, at });
  }
  found.push({ kind: "resigned", by, at }, { kind: "takeback_requested", by, plies: 1, at });
  found.push({ kind: "takeback_accepted", by, at }, { kind: "takeback_declined", by, at });
  return found;
}
