/** What the engine is asked, and who answers it: a worker of its own, so that it can be stopped. */

import type { Core, Found, Limits } from "./core";

/** One search; `table` tells whose it is, for what is learnt in one game serves no other. */
export interface Task {
  readonly table: string;
  readonly numbers: readonly number[];
  readonly position: Uint8Array;
  readonly past: readonly Uint8Array[];
  readonly limits: Limits;
}

export interface Thinker {
  /** Search; rejects with `Stopped` if it is stopped before. */
  think(task: Task): Promise<Found>;
  /** End what is thought over, and whatever waits for it. */
  stop(): void;
}

/** Nobody waits for the answer any more. */
export class Stopped extends Error {}

/** Search with a core at once. */
export function search(core: Core, task: Task, before: string): Found {
  if (task.table !== before) core.forget();
  return core.think(core.game(task.numbers), task.position, task.past, task.limits);
}

export type EngineQuestion =
  { readonly module: WebAssembly.Module } | ({ readonly id: number } & Task);
export interface EngineAnswer {
  readonly id: number;
  readonly found: Found | null;
}

interface Waiting {
  readonly settle: (found: Found) => void;
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

  think(task: Task): Promise<Found> {
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
      if (data.found) waiting?.settle(data.found);
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
