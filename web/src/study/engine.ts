/** The page's end of the analysis: workers that look at one position each until it is left. */

import { signal } from "@preact/signals";
import { compiledCore } from "../core/compiled";
import { Core } from "../core/core";
import { KNOWN, type Variant } from "../core/rules";
import type { Analysed, JudgedMove, Verdict } from "../core/search";
import type { Searched, SearchRequest } from "../generated/messages";
import { RequestFailed } from "../net/failed";
import { begunWorker } from "./warmup";
import { searchOnServer } from "./server-search";
import type { Explored } from "./explorer";
import type { Listed, Opened } from "./files";
import { settings } from "./settings";
import type { Answer, Foreseen, Look, Question } from "./worker";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The core as a module, fetched once. */
export function moduleOfCore(): Promise<WebAssembly.Module> {
  compiled ??= compiledCore();
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

let opened: Promise<Core> | undefined;

/** A core for the page itself: what it is asked takes no longer than a move. */
export function coreOfPage(): Promise<Core> {
  opened ??= moduleOfCore().then((module) => Core.open(module));
  opened.catch(() => (opened = undefined));
  return opened;
}

/** A worker that gets its core as soon as there is one, and ends where there is none. */
function open(): Worker {
  const worker = begunWorker();
  moduleOfCore().then(
    (module) => {
      const { memory } = settings.peek();
      worker.postMessage({ t: "module", module, memory } satisfies Question);
    },
    () => worker.terminate(),
  );
  return worker;
}

/** A worker that begins while core and game are still on their way, for the next engine. */
let early: Worker | null = null;

/** Have a worker fetch what it judges a game by before anybody can look at a position of it. */
export function foresee(variant: Variant): void {
  if (!early) {
    const worker = open();
    const forget = (): void => {
      if (worker === early) early = null;
    };
    worker.addEventListener("error", forget);
    moduleOfCore().catch(forget);
    early = worker;
  }
  early.postMessage({ t: "foresee", variant } satisfies Question);
}

/** Have the core fetched, and what a game is judged by where it is a known one. */
export function begin(game: string): void {
  const known = KNOWN.find(({ key }) => key === game);
  if (known && settings.peek().on) foresee(known);
  coreOfPage().catch(() => {
    // Whoever needs it asks again.
  });
}

/** A worker of one's own, with its core. */
export async function begun(): Promise<Worker> {
  await moduleOfCore();
  return open();
}

/** What one search finds, in a worker of its own; rejects where the position cannot be searched. */
export async function lookedAt(position: Look): Promise<Analysed> {
  const worker = await begun();
  try {
    return await new Promise<Analysed>((settle, fail) => {
      worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
        if (data.t === "found" && data.done) settle(data.found);
        else if (data.t === "failed") fail(new Error(data.sentence));
      });
      worker.addEventListener("error", ({ message }) => fail(new Error(message)));
      worker.postMessage({ t: "look", id: 1, ...position } satisfies Question);
    });
  } finally {
    worker.terminate();
  }
}

/** What is known of the position that is looked at. */
export interface Known {
  readonly found: Analysed | null;
  /** What the endgame tables say of it. */
  readonly verdict: Verdict | null;
  /** What they say of each legal move, the best first. */
  readonly moves: readonly JudgedMove[];
  /** Nothing more will be found. */
  readonly done: boolean;
  /** It cannot be searched. */
  readonly failed: boolean;
  /** It was found on the server. */
  readonly there: boolean;
  /** What came of asking the server's tables alone; null: they were not asked. */
  readonly asked: Asked | null;
}

/** Whether the server's tables are being asked, do not know the position, or why they cannot say. */
export type Asked = { readonly now: "asking" | "unknown" | "away"; readonly sentence: string };

const NOTHING: Known = {
  found: null,
  verdict: null,
  moves: [],
  done: false,
  failed: false,
  there: false,
  asked: null,
};

/** What is looked at here while the server looks: enough for a first line. */
const AT_FIRST = 200_000;
/** Milliseconds for which somebody has to stay at a position before a server is asked. */
const STAY = 250;

/** Looks at one position at a time. A search is ended by ending its worker; the next one waits. */
export class Engine {
  readonly known = signal<Known>(NOTHING);
  #worker: Worker | null = null;
  #spare: Worker | null = null;
  #asked = 0;
  #busy = false;
  #closed = false;
  /** The megabytes that its workers take. */
  #memory = settings.peek().memory;
  /** What is looked at. */
  #foreseen: Foreseen | null = null;
  /** The search that goes on at the server. */
  #there: AbortController | null = null;
  /** The question to the server's tables that waits for its answer. */
  #asking: AbortController | null = null;
  /** The last position that the server's tables were asked about and knew, and what they said. */
  #told: { readonly of: string; readonly said: Partial<Known> } | null = null;

  /** Look at a position, and at no other any more; with a wish the server looks deeper. */
  look(position: Look, wish: SearchRequest | null = null): void {
    this.#leave();
    this.#fit();
    const told = this.#told?.of === String(position.position) ? this.#told.said : {};
    this.known.value = { ...NOTHING, ...told };
    this.#asked += 1;
    const id = this.#asked;
    if (wish) this.#askThere(wish, () => this.look(position));
    void this.#ready().then(
      (worker) => {
        if (this.#closed) this.#end();
        if (id !== this.#asked || this.#closed) return;
        this.#busy = true;
        this.#foreseen = { variant: position.variant, position: position.position };
        const most = wish ? { nodes: AT_FIRST } : {};
        worker.postMessage({ t: "look", id, ...position, ...most } satisfies Question);
      },
      () => (this.known.value = { ...NOTHING, failed: true }),
    );
  }

  /** Ask the server's tables about the position that is looked at: they may be larger than here. */
  async askTables(position: Uint8Array, wish: SearchRequest, language: string): Promise<void> {
    this.#asking?.abort();
    const control = new AbortController();
    this.#asking = control;
    const tell = (said: Partial<Known>): void => {
      if (control === this.#asking) this.known.value = { ...this.known.peek(), ...said };
    };
    tell({ asked: { now: "asking", sentence: "" } });
    const told = (found: Searched): void => {
      const said = tablesOf(found);
      if (said.verdict) this.#told = { of: String(position), said };
      tell(said.verdict ? said : { asked: { now: "unknown", sentence: "" } });
    };
    try {
      await searchOnServer(wish, told, control.signal, language);
    } catch (error) {
      const sentence = error instanceof RequestFailed ? error.sentence : "";
      tell({ asked: { now: "away", sentence } });
    }
  }

  stop(): void {
    this.#leave();
    this.#asked += 1;
    this.known.value = { ...this.known.peek(), done: true };
    if (this.#busy) this.#end();
  }

  close(): void {
    this.#closed = true;
    this.#leave();
    this.#end();
    this.#spare?.terminate();
    this.#spare = null;
  }

  /** Ask the server, and look `alone` where it does not answer to the end. */
  #askThere(wish: SearchRequest, alone: () => void): void {
    const control = new AbortController();
    this.#there = control;
    const told = (found: Searched): void => {
      const known = this.known.peek();
      if (control !== this.#there) return;
      if (found.done) this.#there = null;
      const deeper = found.depth >= (known.found?.depth ?? 0);
      const now = deeper ? { found, there: true, failed: false } : {};
      // The server may have tables that are too large for a page.
      const tables = known.verdict ? {} : tablesOf(found);
      this.known.value = { ...known, ...now, ...tables, done: found.done };
    };
    setTimeout(() => {
      if (control !== this.#there) return;
      searchOnServer(wish, told, control.signal).catch(() => {
        if (control === this.#there) alone();
      });
    }, STAY);
  }

  /** End the workers that have taken another memory than is wished now. */
  #fit(): void {
    const { memory } = settings.peek();
    if (memory === this.#memory) return;
    this.#memory = memory;
    this.#end();
    this.#spare?.terminate();
    this.#spare = null;
  }

  /** Leave what the server searches, and what its tables are asked. */
  #leave(): void {
    this.#there?.abort();
    this.#there = null;
    this.#asking?.abort();
    this.#asking = null;
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = false;
  }

  async #ready(): Promise<Worker> {
    if (this.#busy) this.#end();
    if (this.#worker) return this.#worker;
    await moduleOfCore();
    if (this.#worker) return this.#worker;
    this.#worker = this.#spare ?? this.#heard(early ?? open());
    this.#spare = early = null;
    return this.#worker;
  }

  #heard(worker: Worker): Worker {
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if (worker === this.#worker) this.#hear(data);
    });
    worker.addEventListener("error", () => {
      if (worker !== this.#worker) return;
      this.#end();
      this.known.value = { ...this.known.peek(), done: true, failed: true };
    });
    return worker;
  }

  /** Have the worker get ready that is needed when this one is ended, once it has found something. */
  #further(): void {
    if (this.#spare || !this.#foreseen) return;
    this.#spare = this.#heard(open());
    this.#spare.postMessage({ t: "foresee", ...this.#foreseen } satisfies Question);
  }

  #hear(answer: Answer): void {
    if (answer.id !== this.#asked) return;
    const known = this.known.peek();
    if (answer.t === "tables") {
      const { verdict, moves } = answer;
      // What the server's tables have said stays where those of the page do not know it.
      if (verdict || !known.verdict) this.known.value = { ...known, verdict, moves };
    } else if (answer.t === "found") {
      if (answer.done) this.#busy = false;
      this.#further();
      if (known.there) return;
      const done = answer.done && !this.#there;
      this.known.value = { ...known, found: answer.found, done, failed: false };
    } else if (answer.t === "failed") {
      this.#busy = false;
      this.known.value = { ...NOTHING, done: true, failed: true };
    }
  }
}

/** What the tables of the server say, as those of the page would. */
export function tablesOf({ tables, moves, lines }: Searched): Partial<Known> {
  const [best] = lines;
  if (!tables || !best) return {};
  const { value, plies, rule } = tables;
  const score = rule === null ? best.score : 0;
  return { verdict: { value, plies, cutBy: rule, score }, moves: moves ?? [] };
}

/** A file of games, in a worker of its own. */
export class File {
  readonly #worker = begunWorker();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener("error", ({ message }) => {
      const waiting = [...this.#waiting];
      this.#waiting.clear();
      for (const [id, settle] of waiting) settle({ t: "failed", id, sentence: message });
    });
  }

  /** The games of a file, in its order. */
  async read(bytes: Uint8Array): Promise<readonly Listed[]> {
    const module = await moduleOfCore();
    this.#worker.postMessage({ t: "module", module, memory: 0 } satisfies Question);
    const answer = await this.#ask((id) => ({ t: "read", id, bytes }));
    return answer.t === "list" ? answer.games : [];
  }

  async open(place: number): Promise<Opened | null> {
    const answer = await this.#ask((id) => ({ t: "open", id, place }));
    return answer.t === "game" ? answer.game : null;
  }

  /** What was played in a position, in all games of the file. */
  async explore(
    variant: string,
    key: string,
    /** A byte for each game of the file, 1 where it counts; null: all do. */
    within: Uint8Array | null = null,
  ): Promise<Explored | null> {
    const answer = await this.#ask((id) => ({ t: "explore", id, variant, key, within }));
    return answer.t === "explored" ? answer.explored : null;
  }

  /** Some of its games as they stand in the file. */
  async textOf(places: readonly number[]): Promise<string> {
    const answer = await this.#ask((id) => ({ t: "save", id, places }));
    return answer.t === "saved" ? answer.text : "";
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(question: (id: number) => Question): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((settle) => {
      this.#waiting.set(id, settle);
      this.#worker.postMessage(question(id));
    });
  }
}
