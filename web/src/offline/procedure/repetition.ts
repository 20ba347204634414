/** How often a position has stood on the board with the same side to move (E25, P10). */

import type { Position } from "../position";
import type { State } from "../state";

/** How often the present position has occurred, this time included. */
export function occurrences(state: State): number {
  return count(state, state.position, state.sinceCapture);
}

/** How often `position` will have occurred if the next ply brings it about. */
export function occurrencesAfter(state: State, position: Position): number {
  return 1 + count(state.before, position, state.sinceCapture - 1);
}

function count(from: State | null, position: Position, most: number): number {
  let found = 0;
  // Nothing from before the last capture can come back, and nothing with the other side to move.
  for (let state = from, reach = most; state && reach >= 0; reach -= 2) {
    if (state.position.same(position)) found += 1;
    state = state.before?.before ?? null;
  }
  return found;
}
