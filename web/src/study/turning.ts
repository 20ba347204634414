/** When a game that is over turned: the fault that lost it, once a report of it has been made. */

import type { GameSource, View } from "../game/source";
import { movesOf } from "./opening";
import { madeOf, reported } from "./report";

export interface Turning {
  readonly ply: number;
  readonly sentence: string;
}

/**
 * The move that lost a game for good, by the report that the core in the browser makes of it; null
 * where no single move did. Opening the analysis of the game finds the report made.
 */
export async function turningOf(
  source: GameSource,
  view: View,
  signal: AbortSignal,
): Promise<Turning | null> {
  const { root } = await movesOf(source, view);
  const nodes = reported(root);
  if (nodes.length === 0) return null;
  const { turning_point: ply, moments } = await madeOf(root, nodes, () => undefined, signal);
  const moment = moments.find((each) => each.ply === ply);
  return moment ? { ply: moment.ply, sentence: moment.sentence } : null;
}
