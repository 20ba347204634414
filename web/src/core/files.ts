/** Files of games: PDN read game by game, and trees written as PDN. */

import { ROOM, type Boundary } from "./boundary";

const ROWS_AT_ONCE = 256;

export type FaultCode =
  | "too_long"
  | "unclosed_tag"
  | "invalid_tag"
  | "repeated_tag"
  | "empty_tag"
  | "spelt_line_end"
  | "unclosed_comment"
  | "unclosed_variation"
  | "unopened_variation"
  | "variation_without_move"
  | "too_deep"
  | "invalid_nag"
  | "unclosed_setup"
  | "invalid_setup"
  | "unexpected_text"
  | "invalid_move"
  | "illegal_move"
  | "ambiguous_move"
  | "shortest_capture"
  | "nothing_captured"
  | "told_by_jumps"
  | "too_complex"
  | "too_many_plies"
  | "invalid_huff"
  | "too_many_faults"
  | "unknown_game"
  | "other_game"
  | "other_result";

/** Something that is wrong in a file. */
export interface Fault {
  readonly code: FaultCode;
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
    /** Cyrillic letters, in tags, too. */
    readonly cyrillic: number;
    readonly result: string;
    readonly first: string;
  };
  readonly faults: readonly Fault[];
}

/** What leads from one position to the next, or would. */
export type Step =
  | readonly ["huff", number]
  | readonly ["move" | "faulty" | "pass" | "setup" | "refused" | "skipped", string];

/** What stands in the body of a game, in its order. */
export type Item =
  | Step
  | readonly ["nag", number]
  | readonly ["begin" | "end", null]
  | readonly ["comment" | "mark" | "result" | "junk", string];

export interface Replayed {
  /** Moves of the main line that could be read. */
  readonly plies: number;
  readonly result: string;
  readonly faults: readonly Fault[];
  readonly items: readonly Item[];
}

/** The file that the core is reading, and the tree that it is writing. */
export class Files {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /** The games of a file, one after the other; each is the one at hand until the next is asked. */
  *games(file: Uint8Array): Generator<Excerpt> {
    this.#boundary.calls.pdn_open();
    for (let at = 0; ; at += ROOM) {
      for (; this.#boundary.calls.pdn_next();) yield this.#boundary.answer<Excerpt>();
      if (at >= file.length) break;
      this.#boundary.calls.pdn_feed(this.#boundary.put(0, file.subarray(at, at + ROOM)));
      if (at + ROOM >= file.length) this.#boundary.calls.pdn_finish();
    }
  }

  /** The game at hand, replayed from a position; its items only with `whole`. */
  replay(game: number, start: Uint8Array, huffing: boolean, whole: boolean): Replayed {
    this.#boundary.put(0, start);
    this.#boundary.calls.pdn_replay(game, Number(huffing), Number(whole));
    return this.#boundary.answer();
  }

  /** The keys of the positions that the game replayed last runs through. */
  trail(): BigUint64Array {
    this.#boundary.calls.pdn_trail();
    return new BigUint64Array(this.#boundary.answered().slice().buffer);
  }

  /**
   * What each move of the game replayed last cost, null where no evaluation stands on both its
   * sides; empty where the game has none.
   */
  losses(): (number | null)[] {
    this.#boundary.calls.pdn_losses();
    return this.#boundary.answer();
  }

  /** A tree as PDN, from a position on; its rows say the parents of each step before it. */
  written(
    ruleset: number,
    start: Uint8Array,
    rows: readonly (readonly unknown[])[],
    tags: Readonly<Record<string, string>>,
  ): string {
    this.#boundary.put(0, start);
    this.#boundary.calls.tree_begin(ruleset);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      this.#feed(JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)));
      if (!this.#boundary.calls.tree_grow()) throw new Error("not a tree");
    }
    this.#feed(JSON.stringify(tags));
    if (!this.#boundary.calls.tree_written()) throw new Error("tags without texts");
    return this.#boundary.text();
  }

  #feed(text: string): void {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += ROOM)
      this.#boundary.calls.tree_feed(this.#boundary.put(0, bytes.subarray(at, at + ROOM)));
  }
}
