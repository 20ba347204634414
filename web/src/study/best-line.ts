/** The best play in a position, by one search that does without what was played before. */

import type { Position } from "../core/position";
import { lookedAt } from "./engine";

export interface BestLine {
  /** For the side to move. */
  readonly score: number;
  /** Moves as the hub writes them. */
  readonly line: readonly string[];
}

/** Search so many nodes; rejects where there is no move, or the position cannot be searched. */
export async function searchBest(position: Position, nodes: number): Promise<BestLine> {
  const { variant } = position.ruleset;
  const { repetition } = variant.rules;
  const asked = { variant, position: position.bytes, past: [], lines: 1, repetition, nodes };
  const [best] = (await lookedAt(asked)).lines;
  if (!best) throw new Error("no move");
  return { score: best.score, line: best.moves };
}
