/** The core as WebAssembly: games by number, positions as values that nobody has to free. */

import type { GameEvent, Kind as EventKind, Side } from "../generated/law";
import type { Ended, View } from "../generated/messages";
import type { TimeControl } from "./clock";
import { RulesError, TooComplex, unruled, wrongRules, type Reason } from "./errors";
import type { Variant } from "./rules";

const POSITION_SIZE = 64;

export type Kind = "legal" | "faulty" | "any-choice" | "any-landing" | "quiet";
const KINDS: readonly Kind[] = ["legal", "faulty", "any-choice", "any-landing", "quiet"];

export interface CoreMove {
  readonly short: string;
  readonly full: string;
  readonly hub: string;
  readonly origin: number;
  readonly target: number;
  readonly captures: readonly number[];
  readonly crowns: boolean;
  readonly byKing: boolean;
  readonly route: readonly number[];
  /** The ways to make a capture; only where they were asked for. */
  readonly routes?: readonly (readonly number[])[];
}

export interface Described {
  readonly board: string;
  readonly turn: "white" | "black";
  readonly fen: string;
  /** The FEN with counts, as records hold it. */
  readonly full: string;
  readonly key: string;
  readonly counts: readonly number[];
}

/** Why a text is no position or no move; the column counts from 1. */
export interface Wrong {
  readonly wrong: string;
  readonly column: number;
}

/** What a move text says, and which moves of a list it can mean. */
export interface Named {
  readonly squares: readonly number[];
  readonly capture: boolean;
  readonly fits: readonly number[];
}

/** How the engine thinks; times in seconds. */
export interface LevelNumbers {
  readonly nodes: number;
  /** For a move, whatever the clock shows; else what the clock gives. */
  readonly seconds?: number;
  readonly noise: number;
  readonly quiescence_depth: number;
  /** The share of captures that are overlooked where huffing is agreed. */
  readonly oversight: number;
  /** Whether it plays by what the engine has learnt. */
  readonly learned: boolean;
  readonly seed: number;
  /** Nodes and seconds of what is not its move: answers, offers, what a hint is worth. */
  readonly sound: number;
  readonly patience: number;
  /** Among so many first plies it is at least so heedless, for variety. */
  readonly opening_plies: number;
  readonly opening_noise: number;
  readonly win: number;
  /** 1: its searches ask the endgame tables; 2: it plays by them, and gives nothing of them away. */
  readonly endgames: number;
}

/** What endgame tables say of a position: 1, 0 or -1 for the side to move, and plies to the end. */
export interface Verdict {
  readonly value: number;
  /** Null of a draw. */
  readonly plies: number | null;
}

/** What has been found about a position so far: its best lines, the best first. */
export interface Analysed {
  readonly depth: number;
  readonly nodes: number;
  readonly milliseconds: number;
  readonly lines: readonly { readonly score: number; readonly moves: readonly string[] }[];
}

/** A statement about a line that playing it out confirms; moves and square as people write them. */
export interface CoreClaim {
  readonly kind: "shot" | "exchange" | "crowning" | "blocked" | "majority";
  /** The side it speaks well of. */
  readonly by: Side;
  /** Pieces won net; 0 where it is about something else. */
  readonly men: number;
  readonly square: string;
  readonly line: readonly string[];
}

/** The report of a game, before it becomes words. */
export interface CoreReport {
  readonly moves: readonly {
    readonly ply: number;
    readonly score: number;
    readonly best_score: number;
    readonly cost: number;
    /** Winning chances, in ten-thousandths. */
    readonly lost: number;
    /** The best line before the move, as the hub writes it, and its first move as people do. */
    readonly best: readonly string[];
    readonly better: readonly string[];
    readonly proven: "win" | "draw" | "loss" | null;
  }[];
  readonly moments: readonly {
    readonly ply: number;
    readonly kind: "win_missed" | "draw_missed" | "allowed" | "missed" | "better";
    readonly claim: CoreClaim | null;
    readonly majority: CoreClaim | null;
  }[];
  /** Of White and Black, in tenths; null without a move to choose. */
  readonly accuracy: readonly [number | null, number | null];
  /** 0: there is none. */
  readonly turning_point: number;
}

/** Why an event or the text of a move is refused; `null`: the text could be played. */
export type Refused =
  | { readonly refused: "reason" | "illegal"; readonly reason: Reason }
  | { readonly refused: "invalid"; readonly wrong: string; readonly column: number }
  | { readonly refused: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly refused: "wrong"; readonly what: string; readonly reason: Reason | null }
  | { readonly refused: "not_faulty" | "too_complex" | null };

/** What was sent is refused: what is wrong with it, or the reason. */
export type Wronged = Extract<Refused, { readonly refused: "wrong" }>;

/** A game that the core knows. */
export interface Known {
  readonly number: number;
  readonly variant: Variant;
}

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
  /** What the stage of each side adds for a move. */
  readonly bonus: Pair<number> | null;
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

export interface Looking {
  readonly lines: number;
  readonly repetition: number;
  readonly depth?: number;
  readonly nodes?: number;
}

/** Something that is wrong in a file. */
export interface Fault {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** One game as it stands in a file. */
export interface Excerpt {
  readonly offset: number;
  readonly size: number;
  readonly line: number;
  /** Bytes up to the end of its last tag. */
  readonly body: number;
  readonly cut: boolean;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly looks: {
    readonly numeric: number;
    readonly algebraic: number;
    readonly highest: number;
    readonly columns: number;
    readonly rows: number;
    readonly x_signs: number;
    readonly colons: number;
    readonly result: string;
    readonly first: string;
  };
  readonly faults: readonly Fault[];
}

/** What stands in the body of a game, in its order. */
export type Item =
  | readonly ["huff" | "nag", number]
  | readonly ["begin" | "end", null]
  | readonly [
      (
        | "move"
        | "faulty"
        | "pass"
        | "setup"
        | "refused"
        | "skipped"
        | "comment"
        | "mark"
        | "result"
        | "junk"
      ),
      string,
    ];

export interface Replayed {
  /** Moves of the main line that could be read. */
  readonly plies: number;
  readonly result: string;
  readonly faults: readonly Fault[];
  readonly items: readonly Item[];
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

/** How a ply that stands came about. */
export interface CorePly {
  readonly move: CoreMove | null;
  readonly erred: boolean;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  input(): number;
  made(): number;
  output(): number;
  output_size(): number;
  game(length: number): number;
  initial_position(game: number): number;
  position(game: number, length: number): number;
  describe(game: number): number;
  list_moves(game: number, kind: number, routes: number): number;
  explain(game: number, huffing: number, length: number): number;
  play(game: number, kind: number, place: number): number;
  perft(game: number, depth: number): number;
  named(game: number, kind: number, length: number): number;
  lift(game: number, square: number): number;
  unreachable(game: number): number;
  forget(): void;
  analyse(
    game: number,
    past: number,
    lines: number,
    depth: number,
    nodes: number,
    repetition: number,
  ): number;
  turn_over(game: number): number;
  report_begin(game: number, length: number): number;
  report_step(nodes: number, repetition: number): number;
  report_written(): number;
  claim(game: number, length: number): number;
  pdn_open(): void;
  pdn_feed(length: number): number;
  pdn_finish(): void;
  pdn_next(): number;
  pdn_replay(game: number, huffing: number, whole: number): number;
  pdn_trail(): void;
  room_for(size: number): number;
  weigh(game: number, size: number): number;
  evaluate(game: number): number;
  add_endgames(game: number, size: number): number;
  ask_endgames(game: number): number;
  game_begin(ruleset: number, length: number): number;
  game_fork(game: number): number;
  game_give_up(game: number): void;
  game_add(game: number, stored: number, length: number): number;
  game_play(game: number, by: number, timed: number, at: number, length: number): number;
  game_explain(game: number, length: number): number;
  game_shown(game: number, timed: number, at: number): number;
  game_agree(ruleset: number, stored: number, length: number): number;
  game_fallen(game: number, at: number): number;
  game_author(game: number, length: number): number;
  game_points(game: number, by: number): number;
  game_events(game: number, first: number): number;
  game_plies(game: number): number;
  game_positions(game: number): number;
  game_pdn(game: number, length: number): number;
  tree_begin(ruleset: number): number;
  tree_feed(length: number): number;
  tree_grow(): number;
  tree_written(): number;
  game_decide(game: number, by: number, length: number): number;
  game_hint(game: number, most: number, length: number): number;
  game_judge(game: number, depth: number): number;
}

const LONGEST_TEXT = 4096;
const LONGEST_PAST = 256;
const ROOM = 1 << 16;
const ROWS_AT_ONCE = 256;
const NO_SYSTEM = 52;
const TOO_LONG: Refused = { refused: "invalid", wrong: "is longer than 200 characters", column: 1 };

export class Core {
  readonly #exports: Exports;
  readonly #games = new Map<string, Known>();
  readonly #reader = new TextDecoder();
  readonly #writer = new TextEncoder();

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Open a core of one's own; `told` hears of each depth of an analysis. */
  static async open(module: WebAssembly.Module, told?: (found: Analysed) => void): Promise<Core> {
    let memory: WebAssembly.Memory | undefined;
    const given: Record<string, (...values: never[]) => number> = {
      clock_time_get: (_id: number, _precision: bigint, at: number) => {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory!.buffer).setBigUint64(at, now, true);
        return 0;
      },
      proc_exit: (code: number) => {
        throw new Error(`the core gave up (${code})`);
      },
    };
    // The core has no files and no environment: whatever else it asks for does not exist.
    const system = Object.fromEntries(
      WebAssembly.Module.imports(module).map(({ name }) => [
        name,
        given[name] ?? (() => NO_SYSTEM),
      ]),
    );
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: system,
      crownhead: { told: () => told?.(core.#answer<Analysed>()) },
    });
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    exports._initialize?.();
    const core = new Core(exports);
    return core;
  }

  /** A game from its record: its number, and the whole record; throws `RulesError`. */
  game(record: unknown): Known {
    const written = JSON.stringify(record);
    const known = this.#games.get(written);
    if (known) return known;
    const length = this.#put(0, written, ROOM);
    if (length < 0) throw new RulesError("InvalidRules", "Variant: not a game record (too long)");
    const number = this.#exports.game(length);
    if (!number) throw wrongRules(this.#answer<Wronged>(), "Rules");
    const made = { number, variant: this.#answer<Variant>() };
    this.#games.set(written, made);
    return made;
  }

  initial(game: number): Uint8Array {
    return this.#made(this.#exports.initial_position(game))!;
  }

  read(game: number, fen: string): Uint8Array | Wrong {
    const length = this.#put(0, fen);
    if (length < 0) return { wrong: "is longer than 1000 characters", column: 1 };
    return this.#made(this.#exports.position(game, length)) ?? this.#answer<Wrong>();
  }

  describe(game: number, position: Uint8Array): Described {
    this.#put(0, position);
    this.#exports.describe(game);
    return this.#answer();
  }

  moves(game: number, position: Uint8Array, kind: Kind, routes: number): CoreMove[] {
    this.#put(0, position);
    if (!this.#exports.list_moves(game, KINDS.indexOf(kind), routes)) throw new TooComplex();
    return this.#answer();
  }

  named(game: number, position: Uint8Array, kind: Kind, text: string): Named | Wrong {
    this.#put(0, position);
    const length = this.#put(POSITION_SIZE, text);
    if (length < 0) return { wrong: "is longer than 200 characters", column: 1 };
    if (!this.#exports.named(game, KINDS.indexOf(kind), length)) throw new TooComplex();
    return this.#answer();
  }

  /** Why a text is refused as a move. */
  explain(game: number, position: Uint8Array, huffing: boolean, text: string): Refused {
    this.#put(0, position);
    const length = this.#put(POSITION_SIZE, text);
    if (length < 0) return TOO_LONG;
    this.#exports.explain(game, Number(huffing), length);
    return this.#answer();
  }

  /** The position after the move at a place of the list of its kind. */
  play(game: number, position: Uint8Array, kind: "legal" | "faulty", place: number): Uint8Array {
    this.#put(0, position);
    const after = this.#made(this.#exports.play(game, KINDS.indexOf(kind), place));
    if (!after) throw new RangeError(`no ${kind} move ${place}`);
    return after;
  }

  /** The position without the piece on a square, the same side to move. */
  lift(game: number, position: Uint8Array, square: number): Uint8Array {
    this.#put(0, position);
    const after = this.#made(this.#exports.lift(game, square));
    if (!after) throw new RangeError(`no square ${square}`);
    return after;
  }

  /** Why no game reaches a position, or null. */
  unreachable(game: number, position: Uint8Array): Reason | null {
    this.#put(0, position);
    this.#exports.unreachable(game);
    const reason = this.#answer<Reason | null>();
    return reason && unruled(reason);
  }

  /** Leaves of the move tree. */
  perft(game: number, position: Uint8Array, depth: number): number {
    this.#put(0, position);
    return this.#exports.perft(game, depth);
  }

  /** Forget what earlier searches have learnt. */
  forget(): void {
    this.#exports.forget();
  }

  /** Search a position deeper and deeper; who opened the core is told what was found. */
  analyse(
    game: number,
    position: Uint8Array,
    past: readonly Uint8Array[],
    { lines, repetition, depth, nodes }: Looking,
  ): Analysed {
    const seen = past.slice(-LONGEST_PAST);
    this.#put(0, position);
    for (const [index, each] of seen.entries()) this.#put((index + 1) * POSITION_SIZE, each);
    const most = [depth ?? 0, nodes ?? 0] as const;
    const done = this.#exports.analyse(game, seen.length, lines, ...most, repetition);
    if (!done) throw new TooComplex();
    return this.#answer();
  }

  /** The position with the other side to move. */
  turnOver(game: number, position: Uint8Array): Uint8Array {
    this.#put(0, position);
    return this.#made(this.#exports.turn_over(game))!;
  }

  // Reports

  /** Begin a game's report; the number of its moves, 0 if they are too many or not all legal. */
  beginReport(game: number, start: Uint8Array, hubs: readonly string[]): number {
    this.#put(0, start);
    const length = this.#put(POSITION_SIZE, hubs.join(" "), ROOM - POSITION_SIZE);
    return length < 0 ? 0 : this.#exports.report_begin(game, length);
  }

  /** Search once more for the report that was begun; how many of its moves are known then. */
  stepReport(nodes: number, repetition: number): number {
    const known = this.#exports.report_step(nodes, repetition);
    if (known < 0) throw new TooComplex();
    return known;
  }

  /** The report that was begun, of the moves that are known. */
  report(): CoreReport {
    this.#exports.report_written();
    return this.#answer();
  }

  /** What can be claimed of a line of legal moves from a position, if anything. */
  claim(game: number, position: Uint8Array, hubs: readonly string[]): CoreClaim | null {
    this.#put(0, position);
    const length = this.#put(POSITION_SIZE, hubs.join(" "), ROOM - POSITION_SIZE);
    if (length < 0 || !this.#exports.claim(game, length)) return null;
    return this.#answer<CoreClaim | null>();
  }

  // Files of games

  /** The games of a file, one after the other; each is the one at hand until the next is asked. */
  *games(file: Uint8Array): Generator<Excerpt> {
    this.#exports.pdn_open();
    for (let at = 0; ; at += ROOM) {
      for (; this.#exports.pdn_next();) yield this.#answer<Excerpt>();
      if (at >= file.length) break;
      this.#exports.pdn_feed(this.#put(0, file.subarray(at, at + ROOM)));
      if (at + ROOM >= file.length) this.#exports.pdn_finish();
    }
  }

  /** The game at hand, replayed from a position; its items only with `whole`. */
  replay(game: number, start: Uint8Array, huffing: boolean, whole: boolean): Replayed {
    this.#put(0, start);
    this.#exports.pdn_replay(game, Number(huffing), Number(whole));
    return this.#answer();
  }

  /** The keys of the positions that the game replayed last runs through. */
  trail(): BigUint64Array {
    this.#exports.pdn_trail();
    return new BigUint64Array(this.#answered().slice().buffer);
  }

  /** Judge a game by learned weights from now on; false where the file does not fit the game. */
  weigh(game: number, file: Uint8Array): boolean {
    return this.#placed(file) && this.#exports.weigh(game, file.length) !== 0;
  }

  /** Add a file to the endgame tables of a game; false where it does not fit the game. */
  addEndgames(game: number, file: Uint8Array): boolean {
    return this.#placed(file) && this.#exports.add_endgames(game, file.length) !== 0;
  }

  /** What the endgame tables say of a position; null where they do not know it. */
  askEndgames(game: number, position: Uint8Array): Verdict | null {
    this.#put(0, position);
    const said = this.#exports.ask_endgames(game);
    if (!said) return null;
    const plies = (said >> 2) - 1;
    return { value: (said & 3) - 2, plies: plies < 0 ? null : plies };
  }

  #placed(file: Uint8Array): boolean {
    const place = this.#exports.room_for(file.length);
    if (place) new Uint8Array(this.#exports.memory.buffer, place).set(file);
    return place !== 0;
  }

  /** The value of a position for the side to move, in hundredths of a man, without a search. */
  evaluate(game: number, position: Uint8Array): number {
    this.#put(0, position);
    return this.#exports.evaluate(game);
  }

  // Games under the law of play, by handles

  beginGame(ruleset: number, agreed: Readonly<Record<string, unknown>>): number | Refused {
    const length = this.#put(0, JSON.stringify(agreed));
    if (length < 0) return { refused: "wrong", what: "too long", reason: null };
    return this.#exports.game_begin(ruleset, length) || this.#answer<Refused>();
  }

  /** Agreements with everything that was left open; those of a record if they are `stored`. */
  agree(ruleset: number, wished: unknown, stored: boolean): Agreed | Refused {
    const length = this.#put(0, JSON.stringify(wished));
    if (length < 0) return { refused: "wrong", what: "too long", reason: null };
    this.#exports.game_agree(ruleset, Number(stored), length);
    return this.#answer();
  }

  forkGame(game: number): number {
    return this.#exports.game_fork(game);
  }

  giveUpGame(game: number): void {
    this.#exports.game_give_up(game);
  }

  /** Add an event as records hold it, `stored` perhaps under an earlier law; null, or why it is refused. */
  addToGame(game: number, event: unknown, stored = false): Refused | null {
    const length = this.#put(0, JSON.stringify(event) ?? "");
    if (length < 0) return { refused: "wrong", what: "too long", reason: null };
    return this.#exports.game_add(game, Number(stored), length) ? null : this.#answer<Refused>();
  }

  playInGame(game: number, by: Side, text: string, at?: number): Refused | null {
    const length = this.#put(0, text);
    if (length < 0) return TOO_LONG;
    const timed = Number(at !== undefined);
    const side = Number(by === "black");
    return this.#exports.game_play(game, side, timed, at ?? 0, length) ? null : this.#answer();
  }

  explainInGame(game: number, text: string): Refused | null {
    const length = this.#put(0, text);
    if (length < 0) return TOO_LONG;
    return this.#exports.game_explain(game, length) ? null : this.#answer<Refused>();
  }

  /** What is shown of a game; `at` counts for what is allowed while no event has a time. */
  gameShown(game: number, at?: number): Shown {
    const timed = Number(at !== undefined);
    if (!this.#exports.game_shown(game, timed, at ?? 0)) throw new TooComplex();
    return this.#answer();
  }

  /** The side whose flag is down at a time. */
  gameFallen(game: number, at: number): Side | null {
    const side = this.#exports.game_fallen(game, at);
    return side < 0 ? null : side === 1 ? "black" : "white";
  }

  /** Who an event of a kind falls to, where one person has both sides. */
  gameAuthor(game: number, kind: EventKind): Side {
    return this.#exports.game_author(game, this.#put(0, kind)) === 1 ? "black" : "white";
  }

  /** The half points that a side has from a game (C4). */
  gamePoints(game: number, by: Side): number {
    return this.#exports.game_points(game, Number(by === "black"));
  }

  gameEvents(game: number, first: number): readonly GameEvent[] {
    this.#exports.game_events(game, first);
    return this.#answer();
  }

  gamePlies(game: number): readonly CorePly[] {
    this.#exports.game_plies(game);
    return this.#answer();
  }

  gamePositions(game: number): readonly Uint8Array[] {
    this.#exports.game_positions(game);
    const bytes = this.#answered().slice();
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
    return this.#put(0, JSON.stringify(whole));
  }

  /** What the computer does as a side: events without their times. */
  decideInGame(game: number, by: Side, level: LevelNumbers): readonly GameEvent[] {
    const length = this.#putLevel(level);
    const side = Number(by === "black");
    if (!this.#exports.game_decide(game, side, length)) throw new TooComplex();
    return this.#answer();
  }

  /** The best play in a game, at most so many plies of it. */
  hintInGame(game: number, most: number, level: LevelNumbers): readonly string[] {
    const length = this.#putLevel(level);
    if (!this.#exports.game_hint(game, most, length)) throw new TooComplex();
    return this.#answer();
  }

  /** The score of a game's position for the side to move, looking so many plies ahead. */
  judgeGame(game: number, depth: number): number {
    const score = this.#exports.game_judge(game, depth);
    if (Number.isNaN(score)) throw new TooComplex();
    return score;
  }

  gamePdn(game: number, head: PdnHead): string {
    const length = this.#put(0, JSON.stringify(head), ROOM);
    if (length < 0 || !this.#exports.game_pdn(game, length)) throw new Error("too long for PDN");
    return this.#reader.decode(this.#answered());
  }

  /** A tree as PDN, from a position on; its rows say the parents of each step before it. */
  treePdn(
    ruleset: number,
    start: Uint8Array,
    rows: readonly (readonly unknown[])[],
    tags: Readonly<Record<string, string>>,
  ): string {
    this.#put(0, start);
    this.#exports.tree_begin(ruleset);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      this.#feed(JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)));
      if (!this.#exports.tree_grow()) throw new Error("not a tree");
    }
    this.#feed(JSON.stringify(tags));
    if (!this.#exports.tree_written()) throw new Error("tags without texts");
    return this.#reader.decode(this.#answered());
  }

  #feed(text: string): void {
    const bytes = this.#writer.encode(text);
    for (let at = 0; at < bytes.length; at += ROOM)
      this.#exports.tree_feed(this.#put(0, bytes.subarray(at, at + ROOM)));
  }

  /** Write bytes or a text into the input; the length, or -1 where a text is too long. */
  #put(place: number, given: Uint8Array | string, most = LONGEST_TEXT): number {
    const bytes = typeof given === "string" ? this.#writer.encode(given) : given;
    if (typeof given === "string" && bytes.length > most) return -1;
    new Uint8Array(this.#exports.memory.buffer, this.#exports.input() + place).set(bytes);
    return bytes.length;
  }

  #made(done: number): Uint8Array | null {
    if (!done) return null;
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.made(), POSITION_SIZE).slice();
  }

  #answered(): Uint8Array {
    const { memory } = this.#exports;
    return new Uint8Array(memory.buffer, this.#exports.output(), this.#exports.output_size());
  }

  #answer<T>(): T {
    return JSON.parse(this.#reader.decode(this.#answered())) as T;
  }
}
