/** What a puzzle asks, in a sentence. */

import { words, type Key } from "../text/language";
import type { Puzzle } from "./set";

/** Return what is asked in the words of the game of a key. */
export function questionOf(puzzle: Puzzle, key: string): string {
  const speech = words(key);
  const side = speech.text(`color.${puzzle.turn}`);
  return speech.text(`web.puzzles.goal.${puzzle.goal}` as Key, { side, n: puzzle.gain });
}
