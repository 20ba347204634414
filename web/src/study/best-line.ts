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
  const [best] = await searchLines(position, nodes, 1);
  if (!best) throw new Error("no move");
  return best;
}

/** Search the best moves, the better ones first; rejects where it cannot be done. */
export async function searchLines(
  position: Position,
  nodes: number,
  lines: number,
): Promise<readonly BestLine[]> {
  const { variant } = position.ruleset;
  const { repetition } = variant.rules;
  const asked = { variant, position: position.bytes, past: [], lines, repetition, nodes };
  return (await lookedAt(asked)).lines.map(({ score, moves: line }) => ({ score, line }));
}
