/** The puzzles that somebody did not solve, until they are known: kept on this device. */

import { signal } from "@preact/signals";
import { store, storedRecord } from "../state/storage";

/** What is remembered of a puzzle: how well it is known, by FSRS; times in milliseconds. */
export interface Memory {
  readonly due: number;
  readonly reviewed: number;
  readonly stability: number;
  readonly difficulty: number;
  readonly repetitions: number;
  readonly lapses: number;
}

type Memories = Readonly<Record<string, Memory>>;

const STORE = "crownhead.missed";

const games = signal<Readonly<Record<string, Memories>>>(read());

function read(): Record<string, Memories> {
  return Object.fromEntries(
    Object.entries(storedRecord(STORE)).map(([game, each]) => [
      game,
      Object.fromEntries(
        Object.entries((each ?? {}) as Memories).filter(([, memory]) => sound(memory)),
      ),
    ]),
  );
}

function sound(memory: Memory): boolean {
  return (
    typeof memory === "object" &&
    memory !== null &&
    [memory.due, memory.reviewed, memory.stability, memory.difficulty].every(Number.isFinite)
  );
}

/** The puzzles of a game that are still to be learnt, by their names. */
export function missedIn(game: string): Memories {
  return games.value[game] ?? {};
}

/** The names of those that are due, the longest first. */
export function dueIn(game: string, now = Date.now()): readonly string[] {
  return Object.entries(missedIn(game))
    .filter(([, { due }]) => due <= now)
    .toSorted(([, one], [, two]) => one.due - two.due)
    .map(([id]) => id);
}

/** Remember a puzzle, or forget it. */
export function remember(game: string, id: string, memory: Memory | null): void {
  const { [id]: _, ...others } = missedIn(game);
  games.value = { ...games.value, [game]: memory ? { ...others, [id]: memory } : others };
  store(STORE, games.value);
}
