/** What the engine is asked, and who answers it: a worker of its own, so that it can be stopped. */

import type { GameEvent, Side } from "../generated/law";
import type { Core } from "../core/core";
import type { Judged, LevelNumbers } from "../core/games";
import { gameOfRecord } from "../core/game";
import type { Books } from "./books";
import type { Endings } from "./endings";
import type { Learning } from "./learning";

export type Question =
  | { readonly what: "decide"; readonly side: Side; readonly level: LevelNumbers }
  | { readonly what: "hint"; readonly most: number; readonly level: LevelNumbers }
  | { readonly what: "judge"; readonly nodes: number; readonly seconds: number };

/** One question; `table` tells whose it is, for what is learnt in one game serves no other. */
export interface Task {
  readonly table: string;
  /** The record of the game. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly question: Question;
}

/** Events without their times, the moves of a hint, or how a position stands. */
export type Thought = readonly (GameEvent | string)[] | Judged;

export interface Thinker {
  /** Think; rejects with `Stopped` if it is stopped before. */
  think(task: Task): Promise<Thought>;
  /** End what is thought over, and whatever waits for it. */
  stop(): void;
}

/** Nobody waits for the answer any more. */
export class Stopped extends Error {}

/** Think with a core; by the weights, the book and the tables of the game, where somebody can get them. */
export async function think(
  core: Core,
  { table, record, question }: Task,
  before: string,
  learning?: Learning,
  endings?: Endings,
  books?: Books,
): Promise<Thought> {
  const game = gameOfRecord(core, record);
  const known = core.game(game.variant);
  await learning?.prepare(core, known);
  if (question.what === "decide" && question.level.book) {
    await books?.prepare(core, known);
  }
  if (question.what === "judge" || question.level.endgames) {
    await endings?.prepare(core, known, game.state.board);
  }
  // Nothing is waited for from here on, so that no other search comes between.
  if (table !== before) core.search.forget();
  switch (question.what) {
    case "decide":
      return game.decide(question.side, question.level);
    case "hint":
      return game.hint(question.most, question.level);
    case "judge":
      return game.judge(question.nodes, question.seconds);
  }
}

export type EngineQuestion =
  { readonly module: WebAssembly.Module } | ({ readonly id: number } & Task);
export interface EngineAnswer {
  readonly id: number;
  readonly found: Thought | null;
}

interface Waiting {
  readonly settle: (found: Thought) => void;
  readonly fail: (error: Error) => void;
}

/** Has a worker think, and a new one where the old one has to be ended. */
export class WorkerThinker implements Thinker {
  #worker: Worker | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(
    readonly module: WebAssembly.Module,
    readonly make: () => Worker,
  ) {}

  think(task: Task): Promise<Thought> {
    const worker = this.#worker ?? this.#open();
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { settle, fail });
      worker.postMessage({ id, ...task } satisfies EngineQuestion);
    });
  }

  stop(): void {
    if (this.#waiting.size === 0) return;
    this.#worker?.terminate();
    this.#worker = null;
    this.#fail(new Stopped());
  }

  #open(): Worker {
    const worker = this.make();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<EngineAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.found !== null) waiting?.settle(data.found);
      else waiting?.fail(new Error("the engine could not search this position"));
    });
    worker.addEventListener("error", (event) => {
      if (worker !== this.#worker) return;
      this.#worker = null;
      worker.terminate();
      this.#fail(new Error(event.message || "the engine has failed"));
    });
    worker.postMessage({ module: this.module } satisfies EngineQuestion);
    return worker;
  }

  #fail(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail(error);
  }
}
