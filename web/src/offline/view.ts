/** From a table to the view that clients draw: the same as a server makes of it. */

import { ACTS, type Kind } from "../generated/law";
import type { Ended, LastMove, Ply, View } from "../generated/messages";
import type { Ply as GamePly } from "../core/game";
import { isKnown } from "../core/rules";
import type { Speech } from "../text/sentences";
import { isFirstOfRound, roundOf } from "./round";
import { playersOf, type Table } from "./table";

/** What can be done where the game has not begun, or was given up. */
const NOTHING = { legal: [], faulty: [], must: [], claims: [] };

export function viewOf(table: Table, speech: Speech): View {
  const { game, phase } = table;
  const {
    at: _at,
    flag_falls: _falls,
    can_abort: _abort,
    allowed: kinds,
    ...shown
  } = game.shown(table.lastAt);
  return {
    ...shown,
    ...(phase === "playing" ? {} : NOTHING),
    variant: game.variant.key,
    house: isKnown(game.variant) ? null : { ...table.named },
    phase,
    players: playersOf(table),
    allowed: { white: allowed(table, kinds.white), black: allowed(table, kinds.black) },
    outcome: ended(table, speech),
    lots: table.lots,
    match: roundOf(table),
    rated: false,
    rematch: null,
    next: table.next,
    rematch_declined: null,
    daily: false,
    leave: {},
    away: null,
    event: null,
  };
}

/** Every position of the game as it stands. */
export function historyOf(table: Table): Ply[] {
  return table.game.states.map((state) => {
    const { board, turn, fen } = state.position;
    return { board, turn, fen, last: lastMove(state) };
  });
}

function lastMove({ move, erred: faulty }: GamePly): LastMove | null {
  if (!move) return null;
  const { short: text, origin, target, captures, route, crowns } = move;
  return { text, origin, target, captures, route, crowns, faulty };
}

function allowed(table: Table, kinds: readonly Kind[]): string[] {
  const found: string[] = [];
  if (table.phase === "playing") {
    found.push(...kinds.flatMap((kind) => ACTS[kind] ?? []));
    const { paused, clock, verdict_due: due } = table.game.state;
    if (paused) found.push("resume");
    else if (clock && due === null) found.push("pause");
  }
  if (table.canAbort) found.push("abort");
  if (table.phase === "lots") found.push("contribute");
  if (table.phase === "over" && table.next === null) {
    found.push(isFirstOfRound(table) ? "next" : "rematch");
  }
  return found;
}

function ended(table: Table, speech: Speech): Ended | null {
  if (table.aborted) {
    const sentence = speech.said("aborted");
    return { winner: null, termination: "aborted", rule: "", reason: "", sentence };
  }
  const { outcome, setup } = table.game;
  return outcome && { ...outcome, sentence: speech.outcome(outcome, setup.start.ruleset) };
}
