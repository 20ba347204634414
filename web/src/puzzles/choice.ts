/** Which puzzle comes next. */

import type { Standing } from "./progress";
import type { Puzzle } from "./set";

/** Puzzles as hard as somebody's rating, more or less, among which chance decides. */
const NEAR = 12;
/** What a streak or a rush begins with, and how it grows with each puzzle solved. */
const FIRST_RATING = 600;
const RISE = 45;

/** One that was not tried lately, about as hard as the rating. */
export function fitting(
  puzzles: readonly Puzzle[],
  standing: Pick<Standing, "rating" | "recent">,
  chance: () => number = Math.random,
): Puzzle | undefined {
  const recent = new Set(standing.recent);
  const asked = withoutGuesses(puzzles);
  const fresh = asked.filter(({ id }) => !recent.has(id));
  const field = (fresh.length > 0 ? fresh : asked)
    .toSorted(
      (one, two) => Math.abs(one.rating - standing.rating) - Math.abs(two.rating - standing.rating),
    )
    .slice(0, NEAR);
  return field[Math.floor(chance() * field.length)];
}

/** Those that are not guessed. */
function withoutGuesses(puzzles: readonly Puzzle[]): readonly Puzzle[] {
  return puzzles.filter(({ guess }) => !guess);
}

/** The next of a run in which each is harder than the one before. */
export function rising(
  puzzles: readonly Puzzle[],
  seen: readonly string[],
  chance: () => number = Math.random,
): Puzzle | undefined {
  const rating = FIRST_RATING + RISE * seen.length;
  const left = puzzles.filter(({ id }) => !seen.includes(id));
  return fitting(left, { rating, recent: [] }, chance);
}

/** Strengths for which there is a puzzle a day: a third of the puzzles each, by their ratings. */
const STRENGTHS = 3;

/** The puzzle of a day, the same for everybody of about this rating who has the same puzzles. */
export function daily(puzzles: readonly Puzzle[], day: string, rating: number): Puzzle | undefined {
  const asked = withoutGuesses(puzzles).toSorted(
    (one, two) => one.rating - two.rating || (one.id < two.id ? -1 : 1),
  );
  const size = Math.ceil(asked.length / STRENGTHS);
  const starts = Array.from({ length: STRENGTHS }, (_, n) => n * size);
  const start = starts.findLast((at) => (asked[at]?.rating ?? Infinity) <= rating) ?? 0;
  const fit = asked.slice(start, start + size);
  return fit[Math.floor(spread(day) * fit.length)];
}

/** The day as everybody's calendar writes it, by the clock of Greenwich. */
export function today(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** A number from 0 to 1 that follows from a text alone (FNV-1a, mixed once more). */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const each of text) hash = Math.imul(hash ^ each.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
