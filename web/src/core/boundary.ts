/** The boundary to the core as WebAssembly: its functions, and the memory that both sides share. */

/** The bytes of a position. */
export const POSITION_SIZE = 64;
/** The bytes that the input has room for. */
export const ROOM = 1 << 16;
const LONGEST_TEXT = 4096;
const NO_SYSTEM = 52;

/** What the core can be asked; texts and positions lie in the input, and answers in the output. */
export interface Calls {
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
  get_ready(megabytes: number): void;
  turn_over(game: number): number;
  report_begin(game: number, length: number, drawn: number): number;
  report_step(nodes: number, repetition: number): number;
  report_due(): number;
  report_written(): number;
  claim(game: number, length: number): number;
  pdn_decoder(length: number): number;
  pdn_decode(length: number, last: number): number;
  pdn_contradict(second: number, length: number): number;
  pdn_winner(length: number): number;
  pdn_games(length: number): number;
  pdn_candidates(length: number, previous: number): number;
  pdn_open(): void;
  pdn_feed(length: number): number;
  pdn_finish(): void;
  pdn_next(): number;
  pdn_replay(game: number, huffing: number, whole: number): number;
  pdn_trail(): void;
  pdn_losses(): void;
  score_chance(score: number): number;
  score_text(score: number, point: number): void;
  score_told(length: number): number;
  room_for(size: number): number;
  weigh(game: number, size: number): number;
  evaluate(game: number): number;
  add_book(game: number, size: number): number;
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
  game_judge(game: number, nodes: number, seconds: number): number;
}

interface Exports extends Calls {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
}

export class Boundary {
  readonly calls: Calls;
  readonly #memory: WebAssembly.Memory;
  readonly #reader = new TextDecoder();
  readonly #writer = new TextEncoder();

  private constructor(exports: Exports) {
    this.calls = exports;
    this.#memory = exports.memory;
  }

  /** Start a core; `told` hears of each answer that it has while it is still at work. */
  static async open(
    module: WebAssembly.Module,
    told: (boundary: Boundary) => void,
  ): Promise<Boundary> {
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
      crownhead: { told: () => told(boundary) },
    });
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    exports._initialize?.();
    const boundary = new Boundary(exports);
    return boundary;
  }

  /** Write bytes or a text into the input; the length, or -1 where a text is too long. */
  put(place: number, given: Uint8Array | string, most = LONGEST_TEXT): number {
    const bytes = typeof given === "string" ? this.#writer.encode(given) : given;
    if (typeof given === "string" && bytes.length > most) return -1;
    new Uint8Array(this.#memory.buffer, this.calls.input() + place).set(bytes);
    return bytes.length;
  }

  /** Write a whole file to a place of its own; false where there is no room for it. */
  putFar(file: Uint8Array): boolean {
    const place = this.calls.room_for(file.length);
    if (place) new Uint8Array(this.#memory.buffer, place).set(file);
    return place !== 0;
  }

  /** The position that was made, if that was done. */
  made(done: number): Uint8Array | null {
    if (!done) return null;
    return new Uint8Array(this.#memory.buffer, this.calls.made(), POSITION_SIZE).slice();
  }

  /** The output as it lies there: what is called next overwrites it. */
  answered(): Uint8Array {
    return new Uint8Array(this.#memory.buffer, this.calls.output(), this.calls.output_size());
  }

  text(): string {
    return this.#reader.decode(this.answered());
  }

  answer<T>(): T {
    return JSON.parse(this.text()) as T;
  }
}
