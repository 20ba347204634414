/** What puzzles are about, as one chooses them: themes of few puzzles are one. */

import { COUNTS, type Puzzle } from "./set";

/** Themes of fewer puzzles than this are practised together. */
const FEWEST = 5;
const RARE = "rare";

/** The themes of a game to choose from with their numbers, the most frequent first. */
export function themesOf(game: string): (readonly [theme: string, n: number])[] {
  const all = Object.entries(COUNTS[game]!.themes).toSorted(([, one], [, two]) => two - one);
  const rare = all.filter(([, n]) => n < FEWEST).reduce((sum, [, n]) => sum + n, 0);
  const frequent = all.filter(([, n]) => n >= FEWEST);
  return rare > 0 ? [...frequent, [RARE, rare]] : frequent;
}

/** Whether a puzzle belongs to a theme, or to one of those that are rare in its game. */
export function isAbout(game: string, { themes }: Puzzle, theme: string): boolean {
  const counts = COUNTS[game]!.themes;
  return theme === RARE
    ? themes.some((each) => (counts[each] ?? 0) < FEWEST)
    : themes.includes(theme);
}
