/** The worker that an analysis begins with: it starts while the screen is still on its way. */

let early: Worker | null = null;

/** A worker of the analysis, which waits for its core. */
export function begunWorker(): Worker {
  const worker = early ?? start("");
  early = null;
  return worker;
}

/** Start the worker that is asked for next; it fetches what it judges a known game by. */
export function startEarly(game: string): void {
  early ??= start(game);
}

function start(name: string): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });
}
