/** What the core finds out by searching, from weights, in opening books and endgame tables. */

import { POSITION_SIZE, type Boundary } from "./boundary";
import { TooComplex } from "./errors";

const LONGEST_PAST = 256;

export interface Looking {
  readonly lines: number;
  readonly repetition: number;
  readonly depth?: number;
  readonly nodes?: number;
}

/** What has been found about a position so far: its best lines, the best first. */
export interface Analysed {
  readonly depth: number;
  readonly nodes: number;
  readonly milliseconds: number;
  readonly lines: readonly AnalysedLine[];
}

export interface AnalysedLine {
  readonly score: number;
  readonly moves: readonly string[];
  /** What endgame tables say of the first move; the score does not contradict them. */
  readonly tables: LineVerdict | null;
}

/** What endgame tables say of a move: 1, 0 or -1 for whoever makes it, and plies to the end. */
export interface LineVerdict {
  readonly value: number;
  /** Null of a draw, and where they are not known. */
  readonly plies: number | null;
  /** A draw rule ends best play before it has won. */
  readonly cut: boolean;
}

/** What endgame tables say of a position: 1, 0 or -1 for the side to move, and plies to the end. */
export interface Verdict {
  readonly value: number;
  /** Null of a draw. */
  readonly plies: number | null;
  /** The number of the draw rule that ends best play before it has won; null: none. */
  readonly cutBy: number | null;
  /** All that as a score. */
  readonly score: number;
}

/** A legal move, and what endgame tables say of it: 1, 0 or -1 for whoever makes it. */
export interface JudgedMove {
  readonly hub: string;
  readonly value: number;
  /** Null of a draw. */
  readonly plies: number | null;
  readonly cut: boolean;
}

/** The core's engine, for rulesets by their numbers. */
export class Search {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /** Take the memory of a search, which takes a while; another size than before is taken anew. */
  getReady(megabytes: number): void {
    this.#boundary.calls.get_ready(megabytes);
  }

  /** Search a position deeper and deeper; who opened the core is told what was found. */
  analyse(
    game: number,
    position: Uint8Array,
    past: readonly Uint8Array[],
    { lines, repetition, depth, nodes }: Looking,
  ): Analysed {
    const seen = past.slice(-LONGEST_PAST);
    this.#boundary.put(0, position);
    for (const [index, each] of seen.entries())
      this.#boundary.put((index + 1) * POSITION_SIZE, each);
    const most = [depth ?? 0, nodes ?? 0] as const;
    const done = this.#boundary.calls.analyse(game, seen.length, lines, ...most, repetition);
    if (!done) throw new TooComplex();
    return this.#boundary.answer();
  }

  /** Forget what earlier searches have learnt. */
  forget(): void {
    this.#boundary.calls.forget();
  }

  /** The value of a position for the side to move, in hundredths of a man, without a search. */
  evaluate(game: number, position: Uint8Array): number {
    this.#boundary.put(0, position);
    return this.#boundary.calls.evaluate(game);
  }

  /** Judge a game by learned weights from now on; false where the file does not fit the game. */
  weigh(game: number, file: Uint8Array): boolean {
    return this.#boundary.putFar(file) && this.#boundary.calls.weigh(game, file.length) !== 0;
  }

  /** Play a game by an opening book from now on; false where the file is damaged. */
  addBook(game: number, file: Uint8Array): boolean {
    return this.#boundary.putFar(file) && this.#boundary.calls.add_book(game, file.length) !== 0;
  }

  /** Add a file to the endgame tables of a game; false where it does not fit the game. */
  addEndgames(game: number, file: Uint8Array): boolean {
    return (
      this.#boundary.putFar(file) && this.#boundary.calls.add_endgames(game, file.length) !== 0
    );
  }

  /** What the endgame tables say of a position; null where they do not know it. */
  askEndgames(game: number, position: Uint8Array): Verdict | null {
    this.#boundary.put(0, position);
    return this.#boundary.calls.ask_endgames(game) ? this.#boundary.answer<Verdict>() : null;
  }
}
