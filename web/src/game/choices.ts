/** What each mover had to choose from, as long as this page may be asked why; reloading included. */

import { store, storedList } from "../state/storage";
import type { View } from "./source";

export interface Choice {
  /** How many moves were possible. */
  readonly moves: number;
  /** The number of pieces to take where a majority rule decided, else null. */
  readonly take: number | null;
}

interface Seen extends Choice {
  readonly game: string;
  readonly line: string;
}

const STORE = "crownhead.choices";
/** The last move's choice, and that of the move to come. */
const KEPT = 2;

let seen = storedList(STORE, "tab") as readonly Seen[];

function lineOf(moves: readonly string[]): string {
  return moves.join(" ");
}

/** What there was to choose from at the last move of a view. */
export function choiceBefore(game: string, { moves }: View): Choice | null {
  if (moves.length === 0) return null;
  const line = lineOf(moves.slice(0, -1));
  return seen.find((each) => each.game === game && each.line === line) ?? null;
}

/** Keep what there is to choose from now. */
export function keepChoice(game: string, { legal, must, moves }: View): void {
  const now = { game, line: lineOf(moves), moves: legal.length, take: must[0]?.take ?? null };
  const others = seen.filter((each) => each.game !== game || each.line !== now.line);
  seen = [now, ...others].slice(0, KEPT);
  store(STORE, seen, "tab");
}
