/** One position of a game as a value; what it is asked is answered by the core, once. */

import { Geometry } from "../board/geometry";
import type { Core, Described, Wrong } from "./core";
import { Ambiguous, RulesError, TooComplex, short, type Reason } from "./errors";
import type { CoreMove, Kind } from "./moves";
import type { Side, Variant } from "./rules";

/** Routes given for one move; a composed position may have more than anybody can choose from. */
export const MOST_ROUTES = 24;

/** One game as a core plays it. */
export class Ruleset {
  /** Its number at the core. */
  readonly number: number;
  readonly geometry: Geometry;

  constructor(
    readonly core: Core,
    readonly variant: Variant,
  ) {
    this.number = core.game(variant).number;
    const { rules, mirrored, first_square } = variant;
    const width = Number.parseInt(rules.board, 10);
    const full = rules.board === "8x8-full";
    this.geometry = new Geometry({ width, full, mirrored, first_square });
  }

  initial(): Position {
    return new Position(this, this.core.initial(this.number));
  }

  /** Read a FEN; throws `RulesError`. */
  read(fen: string): Position {
    const read = this.core.read(this.number, fen);
    if (read instanceof Uint8Array) return new Position(this, read);
    const { wrong, column, code } = read;
    const quoted = short(fen);
    const what = `FEN ${quoted} ${wrong} (column ${column})`;
    throw new RulesError("InvalidFen", what, null, { code, column, quoted });
  }
}

export class Position {
  #described: Described | undefined;
  readonly #moves = new Map<string, readonly CoreMove[]>();

  constructor(
    readonly ruleset: Ruleset,
    readonly bytes: Uint8Array,
  ) {}

  get board(): string {
    return this.#now.board;
  }

  /** What tells it from other positions: 16 hexadecimal digits. */
  get key(): string {
    return this.#now.key;
  }

  get turn(): Side {
    return this.#now.turn;
  }

  get fen(): string {
    return this.#now.fen;
  }

  /** The FEN with counts, as records hold it. */
  get full(): string {
    return this.#now.full;
  }

  /** Plies counted under each draw rule; -1 where its ending is not on the board. */
  get counts(): readonly number[] {
    return this.#now.counts;
  }

  get legal(): readonly CoreMove[] {
    return this.moves("legal", MOST_ROUTES);
  }

  get faulty(): readonly CoreMove[] {
    return this.moves("faulty");
  }

  moves(kind: Kind, routes = 0): readonly CoreMove[] {
    const name = `${kind} ${routes}`;
    let found = this.#moves.get(name);
    if (!found) {
      const { core, number } = this.ruleset;
      found = core.moves(number, this.bytes, kind, routes);
      this.#moves.set(name, found);
    }
    return found;
  }

  /** The place of the one move that a text means, or null; throws if it may mean several. */
  parse(text: string, kind: "legal" | "faulty"): number | null {
    const { core, number } = this.ruleset;
    const read = core.named(number, this.bytes, kind, text);
    if ("wrong" in read) throw notAMove(text, read);
    const { fits } = read;
    if (fits.length < 2) return fits[0] ?? null;
    const moves = this.moves(kind, kind === "legal" ? MOST_ROUTES : 0);
    throw new Ambiguous(
      text,
      fits.map((place) => moves[place]!.full),
    );
  }

  /** Why a text is refused as a move (RULES X), or null; throws `RulesError` for other text. */
  explain(text: string, huffing = false): Reason | null {
    const { core, number } = this.ruleset;
    const found = core.explain(number, this.bytes, huffing, text);
    switch (found.refused) {
      case "illegal":
        return found.reason;
      case "invalid":
        throw notAMove(text, found);
      case "too_complex":
        throw new TooComplex();
      default:
        return null;
    }
  }

  play(kind: "legal" | "faulty", place: number): Position {
    const { core, number } = this.ruleset;
    return new Position(this.ruleset, core.play(number, this.bytes, kind, place));
  }

  /** The position without the piece on a square, the same side to move. */
  without(square: number): Position {
    const { core, number } = this.ruleset;
    return new Position(this.ruleset, core.lift(number, this.bytes, square));
  }

  /** The position with the other side to move. */
  turned(): Position {
    const { core, number } = this.ruleset;
    return new Position(this.ruleset, core.turnOver(number, this.bytes));
  }

  /** The squares of the pieces that have a capture and must make one. */
  get mustCapture(): readonly number[] {
    if (!this.ruleset.variant.rules.compulsory) return [];
    const origins = this.legal.filter((m) => m.captures.length > 0).map((m) => m.origin);
    return [...new Set(origins)].sort((a, b) => a - b);
  }

  /** Why no game reaches this position, or null. */
  get unreachable(): Reason | null {
    return this.ruleset.core.unreachable(this.ruleset.number, this.bytes);
  }

  /** Whether this is the same position: squares, side to move, and runs of kings. */
  same(other: Position): boolean {
    const { key, board, turn } = this.#now;
    return other.#now.key === key && other.board === board && other.turn === turn;
  }

  get #now(): Described {
    this.#described ??= this.ruleset.core.describe(this.ruleset.number, this.bytes);
    return this.#described;
  }
}

function notAMove(text: string, { wrong, column }: Wrong): RulesError {
  return new RulesError("InvalidMove", `Move ${short(text)} ${wrong} (column ${column})`);
}

/** The other side. */
export function other(side: Side): Side {
  return side === "white" ? "black" : "white";
}
