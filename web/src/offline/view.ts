/** From a table to the view that clients draw: the same as a server makes of it. */

import type {
  ClockView,
  CounterView,
  Ended,
  LastMove,
  MoveView,
  Must,
  Ply,
  View,
} from "../generated/messages";
import { delayOf, pdnOf, remaining, type Clock } from "./clock";
import type { Speech } from "./sentences";
import type { GameEvent } from "./events";
import { available } from "./procedure/claims";
import { duties } from "./procedure/duty";
import { textFor } from "./procedure/moves";
import { kinds } from "./procedure/possible";
import { occurrences } from "./procedure/repetition";
import { isFirstOfRound, roundOf } from "./round";
import { isKnown, type Side } from "./rules";
import { isAutomatic, repetitionAutomatic } from "./setup";
import { chain, type State } from "./state";
import { playersOf, type Table } from "./table";

const ACTS: Readonly<Partial<Record<GameEvent["kind"], string>>> = {
  played: "move",
  draw_offered: "offer",
  draw_accepted: "accept",
  draw_declined: "decline",
  draw_withdrawn: "withdraw",
  draw_claimed: "claim",
  huffed: "huff",
  compelled: "compel",
  stood: "stand",
  resigned: "resign",
  takeback_requested: "takeback",
  takeback_accepted: "takeback_accept",
  takeback_declined: "takeback_decline",
};
const MAJORITY = ["most", "most-kings", "cascade"];

export function viewOf(table: Table, speech: Speech): View {
  const { game } = table;
  const { setup, state, variant } = game;
  const { position } = state;
  const playing = table.phase === "playing";
  const canMove = playing && game.verdictDue === null && !state.paused;
  const legal = canMove ? choices(table, "legal") : [];
  const mayErr = canMove && setup.huffing && !state.compelled;
  return {
    variant: variant.key,
    house: isKnown(variant) ? null : { ...table.named },
    phase: table.phase,
    players: playersOf(table),
    board: position.board,
    turn: position.turn,
    ply: state.plies,
    fen: position.fen,
    start: setup.start.fen,
    moves: chain(state).flatMap(({ move }) => (move ? [move.short] : [])),
    last: lastMove(state),
    legal,
    faulty: mayErr ? choices(table, "faulty") : [],
    must: legal.length > 0 ? musts(table, legal) : [],
    counters: counters(table),
    clock: state.clock && clockView(state.clock),
    paused: state.paused,
    offer: state.offer,
    would_refuse: game.wouldRefuse,
    duties: duties(setup, state),
    verdict_due: game.verdictDue,
    huffing: setup.huffing,
    huffable: state.fault?.pieces ?? [],
    must_answer: game.outcomeIfStood !== null,
    takeback: state.takeback,
    claims: playing ? available(setup, state) : [],
    allowed: { white: allowed(table, "white"), black: allowed(table, "black") },
    outcome: ended(table, speech),
    lots: table.lots,
    match: roundOf(table),
    rematch: null,
    next: table.next,
  };
}

/** Every position of the game as it stands. */
export function historyOf(table: Table): Ply[] {
  return table.game.states.map((state) => {
    const { board, turn, fen } = state.position;
    return { board, turn, fen, last: lastMove(state) };
  });
}

function lastMove(state: State): LastMove | null {
  const { move, erred: faulty } = state;
  if (!move) return null;
  const { short: text, origin, target, captures, route, crowns } = move;
  return { text, origin, target, captures, route, crowns, faulty };
}

function choices(table: Table, kind: "legal" | "faulty"): MoveView[] {
  const { setup, state } = table.game;
  const { [kind]: moves } = state.position;
  return moves.map(({ origin, target, captures, routes, route, crowns }, place) => ({
    text: textFor(setup, state, { kind, place }),
    origin,
    target,
    captures,
    routes: kind === "legal" && routes ? routes : [route],
    crowns,
  }));
}

function musts(table: Table, legal: readonly MoveView[]): Must[] {
  const { position } = table.game.state;
  const majority = MAJORITY.includes(table.game.variant.rules.choice);
  return position.mustCapture.map((square) => {
    const captures = legal.filter((move) => move.origin === square && move.captures.length > 0);
    return { square, take: majority ? (captures.at(-1)?.captures.length ?? null) : null };
  });
}

function counters(table: Table): CounterView[] {
  const { setup, state, variant } = table.game;
  const { rules } = variant;
  const found: CounterView[] = [];
  for (const [index, rule] of rules.draw_rules.entries()) {
    const made = state.position.counts[index]!;
    if (made < 0) continue;
    found.push({
      rule: rule.rule,
      made,
      limit: rule.plies,
      unit: "plies",
      side: null,
      resets: rule.resets,
      automatic: isAutomatic(setup, rule),
    });
  }
  const seen = rules.repetition ? occurrences(state) : 1;
  if (seen > 1) {
    found.push({
      rule: rules.repetition_rule,
      made: seen,
      limit: rules.repetition,
      unit: "occurrences",
      side: null,
      resets: ["capture", "man_move"],
      automatic: repetitionAutomatic(setup),
    });
  }
  for (const { side, made, limit } of duties(setup, state)) {
    found.push({
      rule: "E24",
      made,
      limit,
      unit: "own-moves",
      side,
      resets: setup.reset_on_progress ? ["capture", "man_move"] : [],
      automatic: true,
    });
  }
  return found;
}

function clockView(clock: Clock): ClockView {
  return {
    white: remaining(clock, "white", clock.since),
    black: remaining(clock, "black", clock.since),
    running: clock.since === null ? null : clock.running,
    since: clock.since,
    delay: delayOf(clock),
    control: pdnOf(clock.control),
    mode: clock.control.mode,
  };
}

function allowed(table: Table, side: Side): string[] {
  const { setup, state } = table.game;
  const found: string[] = [];
  if (table.phase === "playing") {
    for (const kind of kinds(setup, state, side, state.at ?? table.lastAt)) {
      const act = ACTS[kind];
      if (act) found.push(act);
    }
    if (state.paused) found.push("resume");
    else if (state.clock && table.game.verdictDue === null) found.push("pause");
  }
  if (table.canAbort) found.push("abort");
  if (table.phase === "lots") found.push("contribute");
  if (table.phase === "over" && table.next === null) {
    found.push(isFirstOfRound(table) ? "next" : "rematch");
  }
  return found;
}

function ended(table: Table, speech: Speech): Ended | null {
  const { game } = table;
  if (table.aborted) {
    const sentence = speech.said("aborted");
    return { winner: null, termination: "aborted", rule: "", reason: "", sentence };
  }
  const { outcome } = game;
  if (!outcome) return null;
  const last = game.events.at(-1);
  const judged = last?.kind === "adjudicated" || last?.kind === "awarded";
  const reason = judged ? (last.reason ?? "") : "";
  return { ...outcome, reason, sentence: speech.outcome(outcome, game.setup.start.ruleset) };
}
