/** Games under the law of play: agreements, events, what is shown, and what the computer does. */

import type { GameEvent, Kind as EventKind, Side } from "../generated/law";
import type { Ended, View } from "../generated/messages";
import { POSITION_SIZE, ROOM, type Boundary } from "./boundary";
import type { TimeControl } from "./clock";
import { TooComplex } from "./errors";
import type { CoreMove } from "./moves";
import { TOO_LARGE, TOO_LONG, type Refused } from "./refused";

type Pair<T> = Readonly<Record<Side, T>>;

export type Outcome = Omit<Ended, "sentence">;

/** What a view tells of the table around the game. */
export type Around =
  | "variant"
  | "house"
  | "phase"
  | "players"
  | "lots"
  | "match"
  | "rated"
  | "rematch"
  | "next"
  | "rematch_declined"
  | "allowed"
  | "outcome";

/** What is shown of a game, as the server's views have it; times are in milliseconds. */
export interface Shown extends Omit<View, Around> {
  /** The time of the last event that has one. */
  readonly at: number | null;
  /** When the flag of the running clock falls. */
  readonly flag_falls: number | null;
  /** Whether the game can still be given up without a result. */
  readonly can_abort: boolean;
  /** The kinds of event that each side can bring about. */
  readonly allowed: Pair<readonly EventKind[]>;
  readonly outcome: Outcome | null;
}

/** What is agreed before a game, as records hold it. */
export interface Agreed {
  readonly huffing: boolean;
  readonly refusal_duty: number;
  readonly reset_on_progress: boolean;
  readonly draws: "rules" | "claim" | "automatic";
  readonly offers_after: number;
  readonly opening: number;
  readonly time: TimeControl | null;
}

/** How a ply that stands came about. */
export interface CorePly {
  readonly move: CoreMove | null;
  readonly erred: boolean;
}

/** What the core cannot know of a game that is written as PDN. */
export interface PdnHead {
  readonly tags: Readonly<Record<string, string>>;
  /** Deck and number of the card with which the game began, or empty. */
  readonly ballot: string;
  /** The tags that say which game it is. */
  readonly variant: Readonly<Record<string, string>>;
  /** The variant's; empty for house rules. */
  readonly gametype: string;
}

/** How the engine thinks; times in seconds. */
export interface LevelNumbers {
  readonly number: number;
  readonly nodes: number;
  /** For a move, whatever the clock shows; else what the clock gives. */
  readonly seconds?: number;
  /** The greatest errors: of a value, and of what a piece on a square is worth. */
  readonly noise: number;
  readonly taste: number;
  /** In so many of 1000 positions it sees no capture that could follow. */
  readonly blind: number;
  readonly quiescence_depth: number;
  /** The share of captures that are overlooked where huffing is agreed. */
  readonly oversight: number;
  /** Whether it plays by what the engine has learnt. */
  readonly learned: boolean;
  readonly seed: number;
  /** After so many seconds it moves even if its nodes are not used up. */
  readonly patience: number;
  /** Whether its searches ask the endgame tables. */
  readonly endgames: boolean;
  /** Whether it plays by the opening book of the game. */
  readonly book: boolean;
}

/** How a position stands for the side to move. */
export type Judged = {
  /** What is proved: 1, 0 or -1 for the side to move; of a search 0 where nothing is. */
  readonly value: number;
  /** To the end; -1 of a draw, and where nobody knows. */
  readonly plies: number;
} & (
  | { readonly said: "tables" }
  | {
      readonly said: "search";
      readonly score: number;
      readonly depth: number;
      readonly nodes: number;
    }
);

/** The games that the core keeps, by handles. */
export class Games {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  begin(ruleset: number, agreed: Readonly<Record<string, unknown>>): number | Refused {
    const length = this.#boundary.put(0, JSON.stringify(agreed));
    if (length < 0) return TOO_LARGE;
    return this.#boundary.calls.game_begin(ruleset, length) || this.#boundary.answer<Refused>();
  }

  /** Agreements with everything that was left open; those of a record if they are `stored`. */
  agree(ruleset: number, wished: unknown, stored: boolean): Agreed | Refused {
    const length = this.#boundary.put(0, JSON.stringify(wished));
    if (length < 0) return TOO_LARGE;
    this.#boundary.calls.game_agree(ruleset, Number(stored), length);
    return this.#boundary.answer();
  }

  fork(game: number): number {
    return this.#boundary.calls.game_fork(game);
  }

  giveUp(game: number): void {
    this.#boundary.calls.game_give_up(game);
  }

  /** Add an event as records hold it, `stored` perhaps under an earlier law; null, or why it is refused. */
  add(game: number, event: unknown, stored = false): Refused | null {
    const length = this.#boundary.put(0, JSON.stringify(event) ?? "");
    if (length < 0) return TOO_LARGE;
    return this.#boundary.calls.game_add(game, Number(stored), length)
      ? null
      : this.#boundary.answer<Refused>();
  }

  play(game: number, by: Side, text: string, at?: number): Refused | null {
    const length = this.#boundary.put(0, text);
    if (length < 0) return TOO_LONG;
    const timed = Number(at !== undefined);
    const side = Number(by === "black");
    return this.#boundary.calls.game_play(game, side, timed, at ?? 0, length)
      ? null
      : this.#boundary.answer();
  }

  explain(game: number, text: string): Refused | null {
    const length = this.#boundary.put(0, text);
    if (length < 0) return TOO_LONG;
    return this.#boundary.calls.game_explain(game, length)
      ? null
      : this.#boundary.answer<Refused>();
  }

  /** What is shown of a game; `at` counts for what is allowed while no event has a time. */
  shown(game: number, at?: number): Shown {
    const timed = Number(at !== undefined);
    if (!this.#boundary.calls.game_shown(game, timed, at ?? 0)) throw new TooComplex();
    return this.#boundary.answer();
  }

  /** The side whose flag is down at a time. */
  fallen(game: number, at: number): Side | null {
    const side = this.#boundary.calls.game_fallen(game, at);
    return side < 0 ? null : side === 1 ? "black" : "white";
  }

  /** Who an event of a kind falls to, where one person has both sides. */
  author(game: number, kind: EventKind): Side {
    return this.#boundary.calls.game_author(game, this.#boundary.put(0, kind)) === 1
      ? "black"
      : "white";
  }

  /** The half points that a side has from a game (C4). */
  points(game: number, by: Side): number {
    return this.#boundary.calls.game_points(game, Number(by === "black"));
  }

  events(game: number, first: number): readonly GameEvent[] {
    this.#boundary.calls.game_events(game, first);
    return this.#boundary.answer();
  }

  plies(game: number): readonly CorePly[] {
    this.#boundary.calls.game_plies(game);
    return this.#boundary.answer();
  }

  positions(game: number): readonly Uint8Array[] {
    this.#boundary.calls.game_positions(game);
    const bytes = this.#boundary.answered().slice();
    const count = bytes.length / POSITION_SIZE;
    return Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * POSITION_SIZE, (index + 1) * POSITION_SIZE),
    );
  }

  /** Hand in how the engine thinks: whole numbers, for the core reads no others. */
  #putLevel({ seconds = 0, patience, oversight, ...level }: LevelNumbers): number {
    const whole = {
      ...level,
      move_ms: Math.round(seconds * 1e3),
      patience_ms: Math.round(patience * 1e3),
      oversight_ppm: Math.round(oversight * 1e6),
    };
    return this.#boundary.put(0, JSON.stringify(whole));
  }

  /** What the computer does as a side: events without their times. */
  decide(game: number, by: Side, level: LevelNumbers): readonly GameEvent[] {
    const length = this.#putLevel(level);
    const side = Number(by === "black");
    if (!this.#boundary.calls.game_decide(game, side, length)) throw new TooComplex();
    return this.#boundary.answer();
  }

  /** The best play in a game, at most so many plies of it. */
  hint(game: number, most: number, level: LevelNumbers): readonly string[] {
    const length = this.#putLevel(level);
    if (!this.#boundary.calls.game_hint(game, most, length)) throw new TooComplex();
    return this.#boundary.answer();
  }

  /** How a game's position stands: by the endgame tables, else by a search. */
  judge(game: number, nodes: number, seconds: number): Judged {
    if (!this.#boundary.calls.game_judge(game, nodes, seconds)) throw new TooComplex();
    return this.#boundary.answer();
  }

  pdn(game: number, head: PdnHead): string {
    const length = this.#boundary.put(0, JSON.stringify(head), ROOM);
    if (length < 0 || !this.#boundary.calls.game_pdn(game, length))
      throw new Error("too long for PDN");
    return this.#boundary.text();
  }
}
