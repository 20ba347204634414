/** From scores to winning chances, as the library's reports have it. */

import type { Verdict } from "../core/search";
import facts from "../generated/offline.json";

/** Hundredths of a man at which the stronger side scores 73 %. */
const SCALE = 140;
/** Hundredths of a man that a win on the board counts. */
export const DECIDED = 1000;
/** From here on a score is a win that is proved, in however many plies. */
export const PROVEN = 29_600;
/** A decided game is seen so many plies ahead at most. */
const LONGEST = 200;

/** Hundredths of a man below which a score is written as level. */
export const LEVEL = 5;

/** The share of the points that a score promises, from 0 to 1. */
export function chance(score: number): number {
  const bounded = Math.max(-DECIDED, Math.min(DECIDED, score));
  return 1 / (1 + Math.exp(-bounded / SCALE));
}

/** Plies to the end of a won game, negative for a lost one; null where it is open. */
export function decidedIn(score: number): number | null {
  const plies = facts.win - Math.abs(score);
  if (plies > LONGEST) return null;
  return score > 0 ? plies : -plies;
}

/** A verdict of the endgame tables as a score; a win that a draw rule comes before is a draw. */
export function scoreOfVerdict({ value, plies, cutBy }: Verdict): number {
  if (value === 0 || cutBy !== null) return 0;
  return value * (plies === null ? PROVEN : Math.max(PROVEN, facts.win - plies));
}

/** A number with digits behind the point. The browser's own formats take long to be there. */
export function decimal(value: number, language: string, digits = 1): string {
  const text = value.toFixed(digits);
  return language === "de" ? text.replace(".", ",") : text;
}

/**
 * A score as the library writes it: men with a sign, or the moves in which a proved win is there:
 * `+1.2`, `–0.4`, `#5`. Tenths are rounded, halves away from zero.
 */
export function scoreText(score: number, language: string): string {
  const size = Math.abs(score);
  const decided = decidedIn(score);
  if (size >= PROVEN) {
    const moves = decided === null ? "" : Math.ceil(Math.abs(decided) / 2);
    return `${score < 0 ? "–" : ""}#${moves}`;
  }
  if (size < LEVEL) return decimal(0, language);
  // Whole numbers are rounded, for a quarter is less than a quarter to some formats.
  return `${score < 0 ? "–" : "+"}${decimal(Math.floor((size + 5) / 10) / 10, language)}`;
}
