/** How the user's games against the computer ended; the level that adapts goes by it. */

import { signal } from "@preact/signals";
import { lettersOf } from "../board/position";
import { preferences } from "../state/preferences";
import { store, storedRecord } from "../state/storage";
import { other } from "./apply-move";
import type { GameState } from "./source";
import { gameOfView, geometryOf } from "./variants";

/** The level that was met, and the player's score: 1, 0.5 or 0. */
export type Met = readonly [level: number, score: number];

interface Result {
  /** The game that ended so: it is looked at more than once. */
  readonly game: string;
  readonly level: number;
  readonly score: number;
}

const STORE = "crownhead.results";
/** Older results of a game count for nothing any more where a level adapts. */
const LATEST = 50;
/** Results of a game that are kept: the ladder counts them. */
const KEPT = 1000;
const LEVELS = 10;

const results = signal(storedRecord(STORE));

/** The latest results in the game of an id, the oldest first. */
export function resultsIn(id: string): readonly Met[] {
  return keptOf(results.value, id)
    .slice(-LATEST)
    .map(({ level, score }) => [level, score]);
}

/** How many games against one level ended how, for the player. */
export interface Tally {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** The tallies of the ten levels in the game of an id, the easiest first. */
export function talliesIn(id: string): readonly Tally[] {
  const all = keptOf(results.value, id);
  return Array.from({ length: LEVELS }, (_, index) => {
    const scores = all.filter(({ level }) => level === index + 1).map(({ score }) => score);
    const count = (wanted: number): number => scores.filter((score) => score === wanted).length;
    return { won: count(1), drawn: count(0.5), lost: count(0) };
  });
}

/** Keep how a game against the computer ended, once; not one that began from a set-up position. */
export function keepResult({ game, you, view }: GameState): void {
  const [side, second] = you;
  const level = side && !second ? view.players[other(side)]?.level : null;
  if (!view.outcome || view.outcome.termination === "aborted" || !side || !level) return;
  const played = gameOfView(view.variant, view.house);
  if (lettersOf(view.start, geometryOf(played)) !== played.start) return;
  const before = results.peek();
  const known = keptOf(before, played.id);
  if (known.some((each) => each.game === game)) return;
  const { winner } = view.outcome;
  const score = winner === null ? 0.5 : Number(winner === side);
  results.value = { ...before, [played.id]: [...known, { game, level, score }].slice(-KEPT) };
  store(STORE, results.value);
  preferences.welcomed.value = true; // whoever has played one through is no stranger
}

function keptOf(stored: Readonly<Record<string, unknown>>, id: string): readonly Result[] {
  const list = stored[id];
  return Array.isArray(list) ? list.filter(isResult) : [];
}

function isResult(value: unknown): value is Result {
  const { game, level, score } = (value ?? {}) as Partial<Result>;
  const met = Number.isInteger(level) && Number(level) >= 1 && Number(level) <= 10;
  return typeof game === "string" && met && [0, 0.5, 1].includes(Number(score));
}
