/** What scores mean to people: hundredths of a man, seen by one side. */

import { ROOM, type Boundary } from "./boundary";

/** What stands for no score. */
const NONE = 32_000;

export class Scores {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  /** The share of the points that a score promises, from 0 to 1. */
  chance(score: number): number {
    return this.#boundary.calls.score_chance(score);
  }

  /**
   * A score as the library writes it: men with a sign, or the moves in which a proved win is there:
   * `+1.2`, `–0.4`, `#5`. `point` stands before the tenths.
   */
  text(score: number, point: string): string {
    this.#boundary.calls.score_text(score, point.codePointAt(0)!);
    return this.#boundary.text();
  }

  /** What the command `[%eval …]` of a comment says of a position, for White; null: nothing. */
  told(comment: string): number | null {
    const length = this.#boundary.put(0, comment, ROOM);
    const score = length < 0 ? NONE : this.#boundary.calls.score_told(length);
    return score === NONE ? null : score;
  }
}
