/** How a wrong move is answered, as the engine of this device finds it. */

import { lookedAt, coreOfPage } from "../study/engine";
import type { MoveView } from "../generated/messages";
import { positionOf, type Place } from "./refusing";

/** Nodes that are searched: a shot of some moves is seen. */
const NODES = 100_000;
/** Milliseconds after which nobody waits for an answer any more. */
const PATIENCE = 4000;

/** The answer to a move; null where there is none, or it is not known soon. */
export function answerTo(place: Place, move: MoveView): Promise<MoveView | null> {
  const late = new Promise<null>((settle) => setTimeout(() => settle(null), PATIENCE));
  return Promise.race([found(place, move), late]);
}

async function found(place: Place, { text, captures }: MoveView): Promise<MoveView | null> {
  const before = positionOf(await coreOfPage(), place);
  const wanted = String(captures);
  const played = before
    .moves("legal")
    .findIndex((each) => each.short === text && String(each.captures) === wanted);
  const after = before.play("legal", played);
  const answers = after.moves("legal");
  if (answers.length === 0) return null;
  const { variant } = after.ruleset;
  const { repetition } = variant.rules;
  const position = { variant, position: after.bytes, past: [], repetition };
  const { lines } = await lookedAt({ ...position, lines: 1, nodes: NODES });
  const answer = answers.find(({ hub }) => hub === lines[0]?.moves[0]);
  if (!answer) return null;
  const { short, origin, target, captures: taken, crowns, route } = answer;
  return { text: short, origin, target, captures: taken, crowns, routes: [route] };
}
