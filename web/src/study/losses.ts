/** What moves cost, from the evaluations that games carry, as the library's databases have it. */

import type { Item } from "../core/files";
import { evaluationOf, scoreOfEvaluation } from "./annotations";

/** What a text has whose game may carry evaluations. */
export const SIGN = "[%eval";

/** What a comment says of a position, in hundredths of a man for White; null: nothing. */
function evaluation(comment: string): number | null {
  const found = evaluationOf(comment);
  return found && scoreOfEvaluation(found);
}

/** What each move of the main line cost; null where no evaluation stands on both its sides. */
export function lossesOf(items: readonly Item[], turn: "white" | "black"): (number | null)[] {
  const values = valuesOf(items);
  return values.slice(1).map((after, ply) => {
    const before = values[ply]!;
    if (before === null || after === null) return null;
    const forWhite = before - after;
    return Math.max(0, (turn === "white") === (ply % 2 === 0) ? forWhite : -forWhite);
  });
}

/** What is said of each position of the main line, the first one included. */
function valuesOf(items: readonly Item[]): (number | null)[] {
  const values: (number | null)[] = [null];
  let inside = 0;
  for (const [kind, value] of items) {
    if (kind === "begin") inside += 1;
    else if (kind === "end") inside -= 1;
    else if (inside > 0) continue;
    else if (kind === "move" || kind === "faulty") values.push(null);
    else if (kind === "comment") values[values.length - 1] ??= evaluation(value);
    else if (kind === "pass" || kind === "setup" || kind === "refused") break;
  }
  return values;
}
