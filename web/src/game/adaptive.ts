/** The level that should score one half against a player, as `crownhead.engines.adaptive` has it. */

import { batch } from "@preact/signals";
import measured from "../generated/ratings.json";
import { preferences } from "../state/preferences";
import { resultsIn, type Met } from "./results";
import type { Game } from "./variants";

const { FADING, DOUBT, MOST_STEPS, FIRST } = measured.adaptive;
const SCALE = 400;
const HALVINGS = 40;

/** How the ten levels of a game are rated among players; null of house rules. */
export function ratingsOf(game: string): readonly number[] | null {
  const ladder = (measured.alike as Readonly<Record<string, string>>)[game] ?? game;
  const steps = (measured.steps as Readonly<Record<string, readonly number[]>>)[ladder];
  if (!steps) return null;
  let rating = 0;
  return steps.map((step) => (rating += measured.unit * step));
}

/** The level that is rated most like somebody in a game. */
export function levelLike(points: number, game: string): number {
  const off = ratingsOf(game)?.map((rating) => Math.abs(rating - points)) ?? [];
  return off.indexOf(Math.min(...off)) + 1;
}

/** At which level the computer meets the user: the chosen one, or the one that adapts. */
export function levelIn(game: Game): number {
  const chosen = preferences.level.value;
  return preferences.adapts.value ? adapted(resultsIn(game.id), game.key, chosen) : chosen;
}

/** Meet the computer at a level from now on; who has chosen one is not asked how well he plays. */
export function chooseLevel(level: number): void {
  batch(() => {
    preferences.adapts.value = false;
    preferences.level.value = level;
    preferences.welcomed.value = true;
  });
}

/** The level for the next game; the results are those of one game, the oldest first. */
export function adapted(results: readonly Met[], game = "english", first = FIRST): number {
  const known = ratingsOf(game) ?? ratingsOf("english")!;
  const strength = strengthOf(results, known, known[first - 1]!);
  const off = known.map((rating) => Math.abs(rating - strength));
  const nearest = off.indexOf(Math.min(...off)) + 1;
  const last = results.at(-1)?.[0];
  if (last === undefined) return nearest;
  return Math.min(Math.max(nearest, last - MOST_STEPS), last + MOST_STEPS);
}

function strengthOf(results: readonly Met[], known: readonly number[], first: number): number {
  let low = known[0]! - 1000;
  let high = known.at(-1)! + 1000;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    let more = (((first - middle) / DOUBT ** 2) * SCALE) / Math.LN10;
    let weight = 1;
    for (const [met, score] of results.toReversed()) {
      const expected = 1 / (1 + 10 ** ((known[met - 1]! - middle) / SCALE));
      more += weight * (score - expected);
      weight *= FADING;
    }
    if (more > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
