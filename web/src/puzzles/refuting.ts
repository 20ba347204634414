/** How a wrong move is answered, as the engine of this device finds it. */

import { viewMove } from "../core/moves";
import type { MoveView } from "../generated/messages";
import { searchBest } from "../study/best-line";
import { coreOfPage } from "../study/engine";
import { positionOf, type Place } from "./refusing";

/** Nodes that are searched: a shot of some moves is seen. */
const NODES = 100_000;
/** Milliseconds after which nobody waits for an answer any more. */
const PATIENCE = 4000;

/** The answer to a move; null where there is none, or it is not known soon. */
export function answerTo(place: Place, move: MoveView): Promise<MoveView | null> {
  const late = new Promise<null>((settle) => setTimeout(() => settle(null), PATIENCE));
  return Promise.race([findAnswer(place, move), late]);
}

async function findAnswer(place: Place, { text }: MoveView): Promise<MoveView | null> {
  const before = positionOf(await coreOfPage(), place);
  const after = before.play("legal", before.parse(text, "legal")!);
  const answers = after.moves("legal");
  if (answers.length === 0) return null;
  const { line } = await searchBest(after, NODES);
  return viewMove(answers.find(({ hub }) => hub === line[0])!);
}
