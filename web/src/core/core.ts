/** The core: rulesets by number, positions as values that nobody has to free, and its parts. */

import { Boundary, POSITION_SIZE, ROOM } from "./boundary";
import { RulesError, TooComplex, unruled, wrongRules, type Reason } from "./errors";
import { Files } from "./files";
import { Games } from "./games";
import type { CoreMove, Kind, Named } from "./moves";
import { TOO_LONG, type Refused, type Wronged } from "./refused";
import { Reports } from "./reports";
import type { Variant } from "./variant";
import { Scores } from "./scores";
import { Search, type Analysed } from "./search";

const KINDS: readonly Kind[] = ["legal", "faulty", "any-choice", "any-landing", "quiet"];

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

/** What is wrong with a FEN; the catalogues have words for its code. */
export interface WrongFen extends Wrong {
  readonly code: string;
}

/** A game that the core knows. */
export interface Known {
  readonly number: number;
  readonly variant: Variant;
}

export class Core {
  readonly games: Games;
  readonly search: Search;
  readonly reports: Reports;
  readonly files: Files;
  readonly scores: Scores;
  readonly #boundary: Boundary;
  readonly #known = new Map<string, Known>();

  private constructor(boundary: Boundary) {
    this.#boundary = boundary;
    this.games = new Games(boundary);
    this.search = new Search(boundary);
    this.reports = new Reports(boundary);
    this.files = new Files(boundary);
    this.scores = new Scores(boundary);
  }

  /** Open a core of one's own; `told` hears of each depth of an analysis. */
  static async open(module: WebAssembly.Module, told?: (found: Analysed) => void): Promise<Core> {
    return new Core(await Boundary.open(module, (boundary) => told?.(boundary.answer<Analysed>())));
  }

  /** A game from its record: its number, and the whole record; throws `RulesError`. */
  game(record: unknown): Known {
    const written = JSON.stringify(record);
    const known = this.#known.get(written);
    if (known) return known;
    const length = this.#boundary.put(0, written, ROOM);
    if (length < 0) throw new RulesError("InvalidRules", "Variant: not a game record (too long)");
    const number = this.#boundary.calls.game(length);
    if (!number) throw wrongRules(this.#boundary.answer<Wronged>(), "Rules");
    const made = { number, variant: this.#boundary.answer<Variant>() };
    this.#known.set(written, made);
    return made;
  }

  initial(game: number): Uint8Array {
    return this.#boundary.made(this.#boundary.calls.initial_position(game))!;
  }

  read(game: number, fen: string): Uint8Array | WrongFen {
    const length = this.#boundary.put(0, fen);
    if (length < 0) return { wrong: "is longer than 1000 characters", column: 1, code: "too_long" };
    return (
      this.#boundary.made(this.#boundary.calls.position(game, length)) ??
      this.#boundary.answer<WrongFen>()
    );
  }

  describe(game: number, position: Uint8Array): Described {
    this.#boundary.put(0, position);
    this.#boundary.calls.describe(game);
    return this.#boundary.answer();
  }

  moves(game: number, position: Uint8Array, kind: Kind, routes: number): CoreMove[] {
    this.#boundary.put(0, position);
    if (!this.#boundary.calls.list_moves(game, KINDS.indexOf(kind), routes)) throw new TooComplex();
    return this.#boundary.answer();
  }

  named(game: number, position: Uint8Array, kind: Kind, text: string): Named | Wrong {
    this.#boundary.put(0, position);
    const length = this.#boundary.put(POSITION_SIZE, text);
    if (length < 0) return { wrong: "is longer than 200 characters", column: 1 };
    if (!this.#boundary.calls.named(game, KINDS.indexOf(kind), length)) throw new TooComplex();
    return this.#boundary.answer();
  }

  /** Why a text is refused as a move. */
  explain(game: number, position: Uint8Array, huffing: boolean, text: string): Refused {
    this.#boundary.put(0, position);
    const length = this.#boundary.put(POSITION_SIZE, text);
    if (length < 0) return TOO_LONG;
    this.#boundary.calls.explain(game, Number(huffing), length);
    return this.#boundary.answer();
  }

  /** The position after the move at a place of the list of its kind. */
  play(game: number, position: Uint8Array, kind: "legal" | "faulty", place: number): Uint8Array {
    this.#boundary.put(0, position);
    const after = this.#boundary.made(this.#boundary.calls.play(game, KINDS.indexOf(kind), place));
    if (!after) throw new RangeError(`no ${kind} move ${place}`);
    return after;
  }

  /** The position without the piece on a square, the same side to move. */
  lift(game: number, position: Uint8Array, square: number): Uint8Array {
    this.#boundary.put(0, position);
    const after = this.#boundary.made(this.#boundary.calls.lift(game, square));
    if (!after) throw new RangeError(`no square ${square}`);
    return after;
  }

  /** The position with the other side to move. */
  turnOver(game: number, position: Uint8Array): Uint8Array {
    this.#boundary.put(0, position);
    return this.#boundary.made(this.#boundary.calls.turn_over(game))!;
  }

  /** Why no game reaches a position, or null. */
  unreachable(game: number, position: Uint8Array): Reason | null {
    this.#boundary.put(0, position);
    this.#boundary.calls.unreachable(game);
    const reason = this.#boundary.answer<Reason | null>();
    return reason && unruled(reason);
  }

  /** Leaves of the move tree. */
  perft(game: number, position: Uint8Array, depth: number): number {
    this.#boundary.put(0, position);
    return this.#boundary.calls.perft(game, depth);
  }
}
