/** From a table to the view that clients draw: the same as a server makes of it. */

import { ACTS } from "../generated/law";
import type {
  ClockView,
  Ended,
  LastMove,
  MoveView,
  Must,
  Ply,
  VerdictView,
  View,
} from "../generated/messages";
import type { Speech } from "../text/sentences";
import type { Facts } from "../core/core";
import type { Ply as GamePly, State } from "../core/game";
import { isFirstOfRound, roundOf } from "./round";
import { isKnown, type Side } from "../core/rules";
import { playersOf, type Table } from "./table";

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
    moves: game.states.flatMap(({ move }) => (move ? [move.short] : [])),
    last: lastMove(state),
    legal,
    faulty: mayErr ? choices(table, "faulty") : [],
    must: legal.length > 0 ? musts(table, legal) : [],
    counters: state.counters.map((counter) => ({ ...counter, resets: [...counter.resets] })),
    clock: state.clock && clockView(state.clock, setup.time!.mode),
    paused: state.paused,
    offer: state.offer,
    would_refuse: state.wouldRefuse,
    duties: [...state.duties],
    verdict_due: game.verdictDue,
    huffing: setup.huffing,
    huffable: [...(state.fault?.pieces ?? [])],
    must_answer: game.outcomeIfStood !== null,
    takeback: state.takeback,
    claims: playing ? [...state.claims] : [],
    allowed: { white: allowed(table, "white"), black: allowed(table, "black") },
    outcome: ended(table, speech),
    lots: table.lots,
    match: roundOf(table),
    rematch: null,
    next: table.next,
    verdict: verdict(table),
    rematch_declined: null,
  };
}

/** The verdict that was given since the last move. */
function verdict({ game }: Table): VerdictView | null {
  for (const event of [...game.events].reverse()) {
    if (event.kind === "played" || event.kind === "takeback_accepted") return null;
    if (event.kind !== "adjudicated") continue;
    return { side: event.side, advantage: event.advantage, reason: event.reason ?? "" };
  }
  return null;
}

/** Every position of the game as it stands. */
export function historyOf(table: Table): Ply[] {
  return table.game.states.map((state) => {
    const { board, turn, fen } = state.position;
    return { board, turn, fen, last: lastMove(state) };
  });
}

function lastMove(state: GamePly | State): LastMove | null {
  const { move, erred: faulty } = state;
  if (!move) return null;
  const { short: text, origin, target, captures, route, crowns } = move;
  return { text, origin, target, captures, route, crowns, faulty };
}

function choices(table: Table, kind: "legal" | "faulty"): MoveView[] {
  const { [kind]: moves } = table.game.state.position;
  const texts = table.game.texts(kind);
  return moves.map(({ origin, target, captures, routes, route, crowns }, place) => ({
    text: texts[place]!,
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

function clockView(clock: NonNullable<Facts["clock"]>, mode: ClockView["mode"]): ClockView {
  const { left, running, since, delay, control } = clock;
  return { ...left, running: since === null ? null : running, since, delay, control, mode };
}

function allowed(table: Table, side: Side): string[] {
  const { state } = table.game;
  const found: string[] = [];
  if (table.phase === "playing") {
    for (const kind of table.game.allowed(side, state.at ?? table.lastAt)) {
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
