/** What a page of the gallery holds, and how its picture plays. */

import type { DraughtsBoard } from "../../board";
import { refusalOf, type Posed, type Refusals } from "../../game/sandbox";
import type { Language } from "../../text/language";

type Sentence = Readonly<Record<Language, string>>;

export type Step =
  | { readonly kind: "start"; readonly board: string }
  | {
      readonly kind: "refused";
      readonly text: string;
      readonly squares: readonly number[];
      readonly sentence: Sentence;
    }
  | {
      readonly kind: "move";
      readonly board: string;
      readonly text: string;
      readonly captures: readonly number[];
      readonly routes: readonly (readonly number[])[];
      readonly crowns: boolean;
    }
  | { readonly kind: "huff"; readonly square: number; readonly board: string };

export interface RulePage {
  readonly id: string;
  readonly variant: string;
  /** The games in which it holds. */
  readonly games: readonly string[];
  readonly steps: readonly Step[];
  /** What a reader can do with the first position. */
  readonly trial: Pick<Posed, "turn" | "legal" | "faulty"> & Refusals;
}

/** The position that a page begins with, to be played on. */
export function posedBy({ variant, steps, trial }: RulePage): Posed {
  const start = steps.find((step) => step.kind === "start");
  return { ...trial, variant, board: start?.board ?? "" };
}

/** Why a page refuses what goes over these squares; "" where it can only say that it does. */
export function refusal({ trial }: RulePage, squares: readonly number[], spoken: Language): string {
  return refusalOf(trial, squares, spoken);
}

const PAUSE = 900;
const READ = 2600;

/** Play a page on a board; `say` hears each refusal, and null once it is over. */
export async function perform(
  page: RulePage,
  board: DraughtsBoard,
  say: (step: Step | null) => void,
  stopped: AbortSignal,
): Promise<void> {
  for (const step of page.steps) {
    if (stopped.aborted) return;
    await show(step, board, say, stopped);
  }
}

async function show(
  step: Step,
  board: DraughtsBoard,
  say: (step: Step | null) => void,
  stopped: AbortSignal,
): Promise<void> {
  switch (step.kind) {
    case "start":
      board.show(step.board);
      board.mark({});
      return wait(PAUSE, stopped);
    case "refused":
      say(step);
      board.mark({
        selected: step.squares.slice(0, 1),
        lines: [{ squares: step.squares, kind: "premove" }],
      });
      board.shake(step.squares.slice(0, 1));
      await wait(READ, stopped);
      if (stopped.aborted) return undefined;
      board.mark({});
      return say(null);
    case "move": {
      const route = step.routes[0]!;
      board.mark({ selected: route.slice(0, 1) });
      await wait(PAUSE / 2, stopped);
      if (stopped.aborted) return undefined;
      const { captures, crowns } = step;
      board.show(step.board, { route, captures, crowns });
      board.mark({ last: [route[0]!, route.at(-1)!], lines: [{ squares: route, kind: "last" }] });
      return wait(PAUSE * 1.6, stopped);
    }
    case "huff":
      board.mark({ rings: [{ square: step.square, kind: "fault" }] });
      await wait(PAUSE * 1.4, stopped);
      if (stopped.aborted) return undefined;
      board.mark({});
      board.show(step.board);
      return wait(PAUSE, stopped);
  }
}

function wait(time: number, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, time);
    stopped.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}

let queue: Promise<void> = Promise.resolve();

/** Pictures that come into view play one after the other, never together. */
export function inTurn(play: () => Promise<void>): void {
  queue = queue.then(play, play);
}
