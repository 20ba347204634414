/** Files of games: PDN read game by game, and trees written as PDN. */

import type facts from "../generated/offline.json";
import { ROOM, type Boundary } from "./boundary";

const ROWS_AT_ONCE = 256;

/** Who won a game; a draw for nobody. */
export type Winner = "white" | "black" | "draw";
const WINNERS: readonly Winner[] = ["white", "black", "draw"];

/** What can be wrong in a game as it is written, and what a whole file shows beside that. */
export type FaultCode = keyof typeof facts.faults | "unknown_game" | "other_game" | "other_result";

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
  /** The last result of its main line, and its first move. */
  readonly looks: { readonly result: string; readonly first: string };
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
  /** Whether its moves are those of the game that it was replayed by. */
  readonly fits: boolean;
  /** Whether they are not, so early that the game may be another one than its tags say. */
  readonly misfits: boolean;
  readonly faults: readonly Fault[];
  readonly items: readonly Item[];
}

/** The file that the core is reading, and the tree that it is writing. */
export class Files {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /** A file as UTF-8. Where single lines of it are in another encoding, these alone are decoded. */
  decode(file: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    this.#boundary.calls.pdn_decoder(this.#boundary.put(0, file.subarray(0, ROOM)));
    for (let at = 0; at < file.length; at += ROOM) {
      const length = this.#boundary.put(0, file.subarray(at, at + ROOM));
      this.#boundary.calls.pdn_decode(length, Number(at + ROOM >= file.length));
      parts.push(this.#boundary.answered().slice());
    }
    return joined(parts);
  }

  /** The games that a text may belong to: what of each the core guesses by. */
  guessBy(marks: readonly number[]): void {
    this.#boundary.calls.pdn_games(this.#boundary.put(0, Uint8Array.from(marks)));
  }

  /** Which of them the game at hand may be, the likeliest first; -1: none was before. */
  candidates(fen: string, previous: number): readonly number[] {
    this.#boundary.calls.pdn_candidates(this.#boundary.put(0, fen.slice(0, 1000)), previous);
    return this.#boundary.answer();
  }

  /** Who won by a result, however it is written; null where that is not known. */
  winner(result: string): Winner | null {
    const length = this.#boundary.put(0, result);
    return length < 0 ? null : (WINNERS[this.#boundary.calls.pdn_winner(length)] ?? null);
  }

  /** Whether two results contradict each other. */
  contradict(one: string, other: string): boolean {
    const second = this.#boundary.put(0, one);
    if (second < 0) return false;
    const length = this.#boundary.put(second, other);
    return length >= 0 && this.#boundary.calls.pdn_contradict(second, second + length) !== 0;
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

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const made = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}
