/** The puzzles of a game, as the library made them. */

import type { MoveView } from "../generated/messages";
import counts from "../generated/puzzles.json";
import type { Side } from "../game/source";
import type { Refusals } from "../game/sandbox";
import { file } from "../state/files";

export type Goal = "win" | "draw" | "gain";

export interface Step extends Partial<Refusals> {
  readonly legal: readonly MoveView[];
  /** Places of the moves that solve it. */
  readonly right: readonly number[];
  readonly reply: MoveView | null;
}

/** A position and how it is to be played on. */
export interface Task {
  readonly board: string;
  readonly turn: Side;
  readonly steps: readonly Step[];
}

export interface Puzzle extends Task {
  readonly id: string;
  readonly fen: string;
  readonly goal: Goal;
  /** By how many pieces the solver is better off at the end. */
  readonly gain: number;
  readonly rating: number;
  readonly themes: readonly string[];
  /** It has too few moves to be asked; who has its link sees it. */
  readonly guess?: 1;
}

interface Count {
  readonly count: number;
  readonly themes: Readonly<Record<string, number>>;
}

/** How many puzzles there are of each game, and of each theme. */
export const COUNTS = counts as unknown as Readonly<Record<string, Count>>;

/** A move as the files have it. */
export type Row = readonly [
  text: string,
  routes: readonly (readonly number[])[],
  captures: readonly number[],
  crowns: 0 | 1,
];

interface Raw extends Omit<Puzzle, "steps"> {
  readonly steps: readonly {
    readonly legal: readonly Row[];
    readonly right: readonly number[];
    readonly reply: Row | null;
  }[];
}

const FILES = import.meta.glob<string>("../generated/puzzles/puzzles-*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

function addressOf(game: string): string | undefined {
  return FILES[`../generated/puzzles/puzzles-${game}.json`];
}

/** The puzzles of a game, the easiest first; fails where they cannot be fetched. */
export async function puzzlesOf(game: string): Promise<readonly Puzzle[]> {
  const address = addressOf(game);
  return address ? (await file<readonly Raw[]>(address)).map(unpackPuzzle) : [];
}

/** Addresses that were fetched to be kept, or wait for that. */
const keeping = new Set<string>();

/** Have the puzzles of a game kept on this device, once its worker keeps what is fetched. */
export async function keepPuzzles(game: string): Promise<void> {
  const address = addressOf(game);
  const workers = navigator.serviceWorker;
  if (!address || !workers || keeping.has(address)) return;
  keeping.add(address);
  if (!workers.controller) {
    await new Promise((ready) => {
      workers.addEventListener("controllerchange", ready, { once: true });
    });
  }
  try {
    await fetch(address);
  } catch (error) {
    keeping.delete(address);
    throw error;
  }
}

export function unpackPuzzle(raw: Raw): Puzzle {
  const steps = raw.steps.map(({ legal, right, reply }) => ({
    legal: legal.map(moveOf),
    right,
    reply: reply && moveOf(reply),
  }));
  return { ...raw, steps };
}

export function moveOf([text, routes, captures, crowns]: Row): MoveView {
  const [route] = routes;
  return {
    text,
    routes,
    captures,
    crowns: crowns === 1,
    origin: route![0]!,
    target: route!.at(-1)!,
  };
}
