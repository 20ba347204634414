/** The core as WebAssembly: games by number, positions as values that nobody has to free. */

import type { Reason } from "./errors";

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

export interface Limits {
  readonly depth?: number;
  readonly nodes?: number;
  readonly seconds?: number;
  readonly noise?: number;
  readonly seed?: number;
  readonly exchange?: number;
  readonly repetition: number;
}

export interface Found {
  readonly score: number;
  readonly depth: number;
  readonly nodes: number;
  /** The best play of both sides, as the hub writes moves. */
  readonly line: readonly string[];
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  input(): number;
  made(): number;
  output(): number;
  output_size(): number;
  game(count: number): number;
  initial_position(game: number): number;
  position(game: number, length: number): number;
  describe(game: number): number;
  list_moves(game: number, kind: number, routes: number): number;
  named(game: number, kind: number, length: number): number;
  explain(game: number, huffing: number, length: number): number;
  play(game: number, kind: number, place: number): number;
  lift(game: number, square: number): number;
  perft(game: number, depth: number): number;
  think(
    game: number,
    past: number,
    depth: number,
    nodes: number,
    seconds: number,
    noise: number,
    seed: number,
    exchange: number,
    repetition: number,
  ): number;
  forget(): void;
}

const LONGEST_PAST = 256;
const ALL_CAPTURES = 1000;
const LONGEST_TEXT = 4096;
const NO_SYSTEM = 52;

/** The captures of a position exceed the work limit of the core. */
export class TooComplex extends Error {
  constructor() {
    super("The captures of this position exceed the work limit");
  }
}

export class Core {
  readonly #exports: Exports;
  readonly #games = new Map<string, number>();
  readonly #reader = new TextDecoder();
  readonly #writer = new TextEncoder();

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async open(module: WebAssembly.Module): Promise<Core> {
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
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    exports._initialize?.();
    return new Core(exports);
  }

  /** The number of the game with this record; 0 where the core cannot play it. */
  game(numbers: readonly number[]): number {
    const name = numbers.join();
    const known = this.#games.get(name);
    if (known !== undefined) return known;
    new Int32Array(this.#exports.memory.buffer, this.#exports.input(), numbers.length).set(numbers);
    const made = this.#exports.game(numbers.length);
    if (made) this.#games.set(name, made);
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

  /** Why a text is refused as a move: a code and the values of its sentence; nothing if it is not. */
  explain(
    game: number,
    position: Uint8Array,
    huffing: boolean,
    text: string,
  ): Reason | Wrong | Record<string, never> {
    this.#put(0, position);
    const length = this.#put(POSITION_SIZE, text);
    if (length < 0) return { wrong: "is longer than 200 characters", column: 1 };
    if (!this.#exports.explain(game, Number(huffing), length)) throw new TooComplex();
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

  /** Leaves of the move tree. */
  perft(game: number, position: Uint8Array, depth: number): number {
    this.#put(0, position);
    return this.#exports.perft(game, depth);
  }

  /** Search a position; `past` are the earlier ones of the game, the oldest first. */
  think(game: number, position: Uint8Array, past: readonly Uint8Array[], limits: Limits): Found {
    const seen = past.slice(-LONGEST_PAST);
    this.#put(0, position);
    for (const [index, each] of seen.entries()) this.#put((index + 1) * POSITION_SIZE, each);
    const done = this.#exports.think(
      game,
      seen.length,
      limits.depth ?? 0,
      limits.nodes ?? 0,
      limits.seconds ?? 0,
      limits.noise ?? 0,
      limits.seed ?? 0,
      limits.exchange ?? ALL_CAPTURES,
      limits.repetition,
    );
    if (!done) throw new TooComplex();
    return this.#answer();
  }

  /** Forget what earlier searches have learnt. */
  forget(): void {
    this.#exports.forget();
  }

  /** Write bytes or a text into the input; the length, or -1 where a text is too long. */
  #put(place: number, given: Uint8Array | string): number {
    const bytes = typeof given === "string" ? this.#writer.encode(given) : given;
    if (typeof given === "string" && bytes.length > LONGEST_TEXT) return -1;
    new Uint8Array(this.#exports.memory.buffer, this.#exports.input() + place).set(bytes);
    return bytes.length;
  }

  #made(done: number): Uint8Array | null {
    if (!done) return null;
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.made(), POSITION_SIZE).slice();
  }

  #answer<T>(): T {
    const { memory } = this.#exports;
    const bytes = new Uint8Array(
      memory.buffer,
      this.#exports.output(),
      this.#exports.output_size(),
    );
    return JSON.parse(this.#reader.decode(bytes)) as T;
  }
}
