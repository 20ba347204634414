/** What is said of runs of puzzles; nothing as long as there is nothing to say. */

import { t } from "../text/language";
import { today } from "./choice";
import { daysInARow, standingOf } from "./progress";

/** The days in a row whose puzzles were solved, from two on. */
export function daysSaid(game: string): string {
  const n = daysInARow(standingOf(game), today());
  return n > 1 ? t("web.puzzles.days", { n }) : "";
}

/** The best run of a game. */
export function bestSaid(best: number): string {
  return best > 0 ? t("web.puzzles.best", { n: best }) : "";
}
