/** When a puzzle that was missed comes again: spaced by FSRS, until it is known. */

import { createEmptyCard, fsrs, Rating, State, type Card } from "ts-fsrs";
import { missedIn, remember, type Memory } from "./missed";

/** Days after which a puzzle would come again that is known well enough to go. */
const KNOWN = 60;

/** Whole days between: nobody solves a puzzle anew that he saw ten minutes ago. */
const scheduler = fsrs({ enable_short_term: false });

/** Remember how a puzzle went; one that was solved at once and never missed is not remembered. */
export function repeat(game: string, id: string, right: boolean, now = Date.now()): void {
  const known = missedIn(game)[id];
  if (!known && right) return;
  remember(game, id, memoryAfter(known ?? null, right, now));
}

/** What is remembered after one more try; null: it is known well enough to go. */
export function memoryAfter(known: Memory | null, right: boolean, now: number): Memory | null {
  const card = known ? cardOf(known) : createEmptyCard(new Date(now));
  const rating = right ? Rating.Good : Rating.Again;
  const { card: after } = scheduler.next(card, new Date(now), rating);
  return right && after.scheduled_days > KNOWN ? null : memoryOf(after, now);
}

function cardOf({ due, reviewed, stability, difficulty, repetitions, lapses }: Memory): Card {
  return {
    ...createEmptyCard(),
    due: new Date(due),
    last_review: new Date(reviewed),
    stability,
    difficulty,
    reps: repetitions,
    lapses,
    state: State.Review,
  };
}

function memoryOf({ due, stability, difficulty, reps, lapses }: Card, reviewed: number): Memory {
  return { due: due.getTime(), reviewed, stability, difficulty, repetitions: reps, lapses };
}
