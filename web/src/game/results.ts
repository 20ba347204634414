/** How the user's games against the computer ended; the level that adapts goes by it. */

import { signal } from "@preact/signals";
import { lettersOf } from "../board/position";
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
/** Older results of a game count for nothing any more. */
const KEPT = 50;

const results = signal(storedRecord(STORE));

/** The results in the game of an id, the oldest first. */
export function resultsIn(id: string): readonly Met[] {
  return keptOf(results.value, id).map(({ level, score }) => [level, score]);
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
