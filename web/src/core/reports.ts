/** Reports of games: what each move cost, and what can be claimed of a line. */

import type { Side } from "../generated/law";
import type { Key } from "../generated/keys";
import { POSITION_SIZE, ROOM, type Boundary } from "./boundary";
import { TooComplex } from "./errors";

/** A sentence, or a part of one: a key of the catalogue, and what it names. */
export interface Phrase {
  readonly key: Key;
  /** Moves, lines and squares, as people write them. */
  readonly names: Readonly<Record<string, string>>;
  /** Pieces; 0 where it counts nothing. */
  readonly n: number;
  readonly side: Side | null;
  /** What stands for `what` in it. */
  readonly idea: Phrase | null;
}

/** A statement about a line that playing it out confirms; moves and square as people write them. */
export interface CoreClaim {
  readonly kind:
    | "shot"
    | "caught"
    | "tempo"
    | "exchange"
    | "breakthrough"
    | "crowning"
    | "blocked"
    | "opposition"
    | "majority";
  /** The side it speaks well of. */
  readonly by: Side;
  /** Pieces won net; 0 where it is about something else. */
  readonly men: number;
  readonly square: string;
  readonly line: readonly string[];
  /** The claim as the rest of a sentence. */
  readonly idea: Phrase;
}

/** The report of a game, before it becomes words. */
export interface CoreReport {
  readonly moves: readonly {
    readonly ply: number;
    readonly score: number;
    readonly best_score: number;
    readonly cost: number;
    /** How much it mattered, in ten-thousandths. */
    readonly weight: number;
    /** The best line before the move, as the hub writes it. */
    readonly best: readonly string[];
    readonly proven: "win" | "draw" | "loss" | null;
  }[];
  readonly moments: readonly {
    readonly ply: number;
    readonly kind: "win_missed" | "draw_missed" | "lost" | "allowed" | "missed" | "better";
    /** By endgame tables. */
    readonly proven: boolean;
    readonly phrases: readonly Phrase[];
  }[];
  /** Of White and Black, in tenths; null where a side made few moves. */
  readonly accuracy: readonly [number | null, number | null];
  /** 0: there is none. */
  readonly turning_point: number;
}

/** The one report that the core is at work on, and claims. */
export class Reports {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /**
   * Begin a game's report; the number of its moves, 0 if they are too many or not all legal. The
   * first `drawn` were drawn by lot.
   */
  begin(game: number, start: Uint8Array, hubs: readonly string[], drawn: number): number {
    this.#boundary.put(0, start);
    const length = this.#boundary.put(POSITION_SIZE, hubs.join(" "), ROOM - POSITION_SIZE);
    return length < 0 ? 0 : this.#boundary.calls.report_begin(game, length, drawn);
  }

  /**
   * Search once more for the report that was begun, ten times the nodes for what seems to be a
   * mistake; how many moves are known then, and mistakes searched again.
   */
  step(nodes: number, repetition: number): number {
    const known = this.#boundary.calls.report_step(nodes, repetition);
    if (known < 0) throw new TooComplex();
    return known;
  }

  /** What `step` comes to at the end, as far as it is known. */
  due(): number {
    return this.#boundary.calls.report_due();
  }

  /** The report that was begun, of the moves that are known. */
  written(): CoreReport {
    this.#boundary.calls.report_written();
    return this.#boundary.answer();
  }

  /** What can be claimed of a line of legal moves from a position, if anything. */
  claim(game: number, position: Uint8Array, hubs: readonly string[]): CoreClaim | null {
    this.#boundary.put(0, position);
    const length = this.#boundary.put(POSITION_SIZE, hubs.join(" "), ROOM - POSITION_SIZE);
    if (length < 0 || !this.#boundary.calls.claim(game, length)) return null;
    return this.#boundary.answer<CoreClaim | null>();
  }
}
