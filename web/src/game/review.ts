/** What a look at a game showed once it was over. */

import type { Side } from "./source";

/** A move that gave something away. */
export interface Fault {
  readonly ply: number;
  readonly by: Side;
  readonly blunder: boolean;
}

export interface Review {
  /** Whether all of the game was looked at: not beyond a capture that was left out. */
  readonly whole: boolean;
  /** Of both sides, in the order in which they were made. */
  readonly faults: readonly Fault[];
  /** How many of the player's own moves are worth playing better. */
  readonly lessons: number;
  /** The move that lost the game for good, and what it did; null where no single one did. */
  readonly turning: { readonly ply: number; readonly by: Side; readonly sentence: string } | null;
}
