/** What this device remembers of somebody's puzzles: a rating for each game, and what was solved. */

import { signal } from "@preact/signals";
import glicko from "glicko2-lite";
import { store, storedRecord } from "../state/storage";

export interface Standing {
  /** On the scale of players' ratings. */
  readonly rating: number;
  /** How uncertain the rating is: 95 % lie within twice as much. */
  readonly deviation: number;
  readonly volatility: number;
  readonly solved: number;
  readonly tried: number;
  /** Puzzles tried last, the newest last: they do not come again soon. */
  readonly recent: readonly string[];
  readonly streak: number;
  readonly rush: number;
  /** The last day, as YYYY-MM-DD, whose puzzle was solved. */
  readonly daily: string;
  /** Days in a row, up to that one, whose puzzles were solved. */
  readonly days: number;
}

const STORE = "crownhead.puzzles";
const REMEMBERED = 200;
/** Nobody has rated the puzzles yet: each counts like a player of a few games. */
const PUZZLE_DEVIATION = 90;
/** A rating never grows so sure that it stops moving. */
const SUREST = 45;

export const BEGINNER: Standing = {
  rating: 1000,
  deviation: 300,
  volatility: 0.06,
  solved: 0,
  tried: 0,
  recent: [],
  streak: 0,
  rush: 0,
  daily: "",
  days: 0,
};

const standings = signal<Readonly<Record<string, Standing>>>(read());

function read(): Record<string, Standing> {
  return Object.fromEntries(
    Object.entries(storedRecord(STORE)).flatMap(([game, each]) => {
      const whole = { ...BEGINNER, ...(each as Partial<Standing>) };
      return sound(whole) ? [[game, whole]] : [];
    }),
  );
}

function sound(standing: Standing): boolean {
  const { rating, deviation, volatility, recent } = standing;
  return [rating, deviation, volatility].every(Number.isFinite) && Array.isArray(recent);
}

export function standingOf(game: string): Standing {
  return standings.value[game] ?? BEGINNER;
}

export function keep(game: string, change: Partial<Standing>): void {
  standings.value = { ...standings.value, [game]: { ...standingOf(game), ...change } };
  store(STORE, standings.value);
}

/** The days in a row whose puzzles were solved, as long as today's or yesterday's was. */
export function daysInARow({ daily, days }: Standing, day: string): number {
  return daily === day || daily === dayBefore(day) ? Math.max(1, days) : 0;
}

/** What the puzzle of a day changes once it is solved. */
export function dayAfter(standing: Standing, day: string): Pick<Standing, "daily" | "days"> {
  const before = daysInARow(standing, day);
  return { daily: day, days: standing.daily === day ? before : before + 1 };
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** The standing after a puzzle was tried: Glicko-2, the puzzle being the opponent. */
export function standingAfter(
  standing: Standing,
  puzzle: { readonly id: string; readonly rating: number },
  solved: boolean,
): Standing {
  const { rating, rd, vol } = glicko(standing.rating, standing.deviation, standing.volatility, [
    [puzzle.rating, PUZZLE_DEVIATION, solved ? 1 : 0],
  ]);
  return {
    ...standing,
    rating: Math.round(Math.max(100, rating)),
    deviation: Math.max(SUREST, Math.round(rd)),
    volatility: vol,
    ...countResult(standing, puzzle.id, solved),
  };
}

/** The same where nothing is rated. */
export function countResult(
  standing: Standing,
  id: string,
  solved: boolean,
): Pick<Standing, "tried" | "solved" | "recent"> {
  return {
    tried: standing.tried + 1,
    solved: standing.solved + (solved ? 1 : 0),
    recent: [...standing.recent.filter((each) => each !== id), id].slice(-REMEMBERED),
  };
}
