/** Courses as the library made them, and how far somebody is. */

import { signal } from "@preact/signals";
import address from "../../generated/courses.json?url";
import type { Task } from "../../puzzles/set";
import { STEPS_DONE, store, storedRecord } from "../../state/storage";

export interface CourseStep {
  readonly id: string;
  /** The gallery of the rules explains it. */
  readonly explained: boolean;
  /** The gallery's picture is of this game. */
  readonly picture: boolean;
  /** How many answers its question has; 0 for no question. */
  readonly answers: number;
  readonly tasks: readonly (Task & { readonly variant: string })[];
}

export interface Course {
  readonly id: string;
  readonly variant: string;
  readonly steps: readonly CourseStep[];
}

let loaded: Promise<readonly Course[]> | undefined;

/** All courses; fails where they cannot be fetched. */
export function courses(): Promise<readonly Course[]> {
  loaded ??= fetch(address).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()) as readonly Course[];
  });
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

/** The steps that were done, by course. */
export const done = signal<Readonly<Record<string, readonly string[]>>>(read());

function read(): Record<string, readonly string[]> {
  const kept = Object.entries(storedRecord(STEPS_DONE)) as [string, readonly string[]][];
  return Object.fromEntries(kept.filter(([, each]) => Array.isArray(each)));
}

export function finish(course: string, step: string): void {
  const before = done.value[course] ?? [];
  if (before.includes(step)) return;
  done.value = { ...done.value, [course]: [...before, step] };
  store(STEPS_DONE, done.value);
}

/** How many steps of a course were done; steps that it has no longer do not count. */
export function stepsDone({ id, steps }: Course): number {
  const known = done.value[id] ?? [];
  return steps.filter((step) => known.includes(step.id)).length;
}

/** The first step that was not done, counted from 1; the first where all were. */
export function standing({ id, steps }: Course): number {
  const known = done.value[id] ?? [];
  return steps.findIndex((step) => !known.includes(step.id)) + 1 || 1;
}

/** The answers of a question in an order that does not give the right one, the first, away. */
export function shuffle(answers: number, id: string): number[] {
  const shift = [...id].reduce((sum, each) => sum + each.codePointAt(0)!, 0) % answers;
  return Array.from({ length: answers }, (_, n) => 1 + ((n + shift) % answers));
}
