/** The worker of the analysis: looks at positions until it is ended, or reads a file of games. */

import { Core, type Analysed, type Looking } from "../offline/core";
import type { Explored } from "./explorer";
import { Learning } from "../offline/learning";
import { fetchedWeights } from "../offline/weights";
import { Library, type Listed, type Opened } from "./files";

export type Question =
  | { readonly t: "module"; readonly module: WebAssembly.Module }
  | ({ readonly t: "look"; readonly id: number } & Look)
  | { readonly t: "read"; readonly id: number; readonly bytes: Uint8Array }
  | {
      readonly t: "explore";
      readonly id: number;
      readonly variant: string;
      readonly key: string;
    }
  | { readonly t: "open"; readonly id: number; readonly place: number };

/** A position to look at, with those before it. */
export interface Look extends Looking {
  readonly numbers: readonly number[];
  readonly position: Uint8Array;
  readonly past: readonly Uint8Array[];
}

export type Answer =
  | { readonly t: "found"; readonly id: number; readonly found: Analysed; readonly done: boolean }
  | { readonly t: "failed"; readonly id: number; readonly sentence: string }
  | { readonly t: "list"; readonly id: number; readonly games: readonly Listed[] }
  | { readonly t: "explored"; readonly id: number; readonly explored: Explored }
  | { readonly t: "game"; readonly id: number; readonly game: Opened | null };

const learning = new Learning(fetchedWeights);

let core: Promise<Core> | undefined;
let library: Library | undefined;
let asked = 0;

const say = (answer: Answer): void => postMessage(answer);

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  if (data.t === "module") {
    const told = (found: Analysed): void => say({ t: "found", id: asked, found, done: false });
    core = Core.open(data.module, told);
  } else void answer(data);
});

async function answer(question: Exclude<Question, { t: "module" }>): Promise<void> {
  const { id } = question;
  try {
    const ready = (await core)!;
    if (question.t === "look") {
      const { numbers, position, past } = question;
      asked = id;
      await learning.prepare(ready, numbers);
      const found = ready.analyse(ready.game(numbers), position, past, question);
      say({ t: "found", id, found, done: true });
    } else if (question.t === "read") {
      library = new Library(ready);
      say({ t: "list", id, games: library.read(question.bytes) });
    } else if (question.t === "explore") {
      say({ t: "explored", id, explored: library!.explore(question.variant, question.key) });
    } else say({ t: "game", id, game: library!.open(question.place) });
  } catch (error) {
    say({ t: "failed", id, sentence: error instanceof Error ? error.message : String(error) });
  }
}
