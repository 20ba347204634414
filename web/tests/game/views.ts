/** Views of real positions, and a source that a test plays the server of. */

import { signal } from "@preact/signals";
import type { Act, Outcome } from "../../src/game/source";
import type { GameSource, GameState, Ply, View } from "../../src/game/source";
import type { Refused, Why } from "../../src/generated/messages";
import { CASES, type CaseName } from "../fixtures";

export function viewOf(name: CaseName, more: Partial<View> = {}): View {
  const given = CASES[name];
  const player = { name: "Anna", kind: "guest" as const };
  return {
    variant: given.variant,
    house: null,
    phase: "playing",
    players: { white: player, black: { ...player, name: "Bert" } },
    board: given.board,
    turn: given.turn as "white" | "black",
    ply: 0,
    fen: "",
    start: `${given.turn === "white" ? "W" : "B"}:W:B`,
    moves: [],
    last: null,
    legal: given.legal,
    faulty: [],
    must: [],
    counters: [],
    clock: null,
    paused: false,
    offer: null,
    refusal_duty: 0,
    would_refuse: false,
    duties: [],
    verdict_due: null,
    huffing: false,
    huffable: [],
    must_answer: false,
    takeback: null,
    claims: [],
    allowed: { white: ["move", "resign"], black: ["resign"] },
    outcome: null,
    lots: [],
    match: null,
    rated: false,
    rematch: null,
    rematch_declined: null,
    verdict: null,
    next: null,
    ...more,
  };
}

export function stateOf(name: CaseName, more: Partial<View> = {}, seq = 1): GameState {
  const view = viewOf(name, more);
  return {
    game: "G1",
    seq,
    you: [view.turn],
    seats: [],
    here: {},
    code: null,
    until: null,
    log: [],
    view,
  };
}

export class FakeSource implements GameSource {
  readonly state = signal<GameState | null>(null);
  readonly connected = signal(true);
  readonly missing = signal(false);
  readonly acts: Act[] = [];
  readonly asked: string[] = [];
  answer: Outcome = { done: true, next: null };
  why: Partial<Why> = {};
  advice: readonly string[] = [];
  plies: readonly Ply[] = [];
  closed = false;

  act(act: Act): Promise<Outcome> {
    this.acts.push(act);
    return Promise.resolve(this.answer);
  }

  refuse(refused: Partial<Refused>): void {
    this.answer = {
      done: false,
      refused: { t: "refused", code: "illegal_move", sentence: "No.", ...refused },
    };
  }

  explain(text: string): Promise<Why> {
    this.asked.push(text);
    return Promise.resolve({
      t: "reason",
      id: "1",
      rule: "",
      sentence: "",
      squares: [],
      moves: [],
      reason: null,
      ...this.why,
    });
  }

  hint(): Promise<readonly string[]> {
    return Promise.resolve(this.advice);
  }

  history(): Promise<readonly Ply[]> {
    return Promise.resolve(this.plies);
  }

  now(): number {
    return 0;
  }

  download(): string {
    return "";
  }

  close(): void {
    this.closed = true;
  }
}
