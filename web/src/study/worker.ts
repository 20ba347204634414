/** The worker of the analysis: looks at positions until it is ended, or reads a file of games. */

import { Core, type Known } from "../core/core";
import type { Analysed, JudgedMove, Looking, Verdict } from "../core/search";
import type { CoreReport } from "../core/reports";
import { Endings } from "../engine/endings";
import { Learning } from "../engine/learning";
import { KNOWN, type Variant } from "../core/rules";
import { fetchedTables } from "../engine/files";
import { fetchedWeights } from "../engine/weights";
import type { Explored } from "./explorer";
import { Library, type Listed, type Opened } from "./files";

export type Question =
  /** The core, and how many megabytes a search takes. */
  | { readonly t: "module"; readonly module: WebAssembly.Module; readonly memory: number }
  | ({ readonly t: "foresee" } & Foreseen)
  | ({ readonly t: "look"; readonly id: number } & Look)
  | { readonly t: "read"; readonly id: number; readonly bytes: Uint8Array }
  | {
      readonly t: "explore";
      readonly id: number;
      readonly variant: string;
      readonly key: string;
      readonly within: Uint8Array | null;
    }
  | { readonly t: "save"; readonly id: number; readonly places: readonly number[] }
  | { readonly t: "open"; readonly id: number; readonly place: number }
  | ({ readonly t: "report"; readonly id: number } & Reported);

/** What will be looked at soon: a game, and a position of it where one is known. */
export interface Foreseen {
  readonly variant: Variant;
  readonly position?: Uint8Array;
}

/** A game to be reported on: its first position and its moves, as the hub writes them. */
export interface Reported {
  readonly variant: Variant;
  readonly position: Uint8Array;
  /** The position after its last move. */
  readonly last: Uint8Array;
  readonly hubs: readonly string[];
  /** How many of them were drawn by lot. */
  readonly drawn: number;
  readonly repetition: number;
  /** What is searched for each move. */
  readonly nodes: number;
}

/** Moves that are looked at, and of those that seem to be mistakes how many were searched again. */
export interface Progressed {
  readonly done: number;
  readonly checked: number;
  readonly doubtful: number;
}

/** A position to look at, with those before it. */
export interface Look extends Looking {
  readonly variant: Variant;
  readonly position: Uint8Array;
  readonly past: readonly Uint8Array[];
}

export type Answer =
  | { readonly t: "found"; readonly id: number; readonly found: Analysed; readonly done: boolean }
  | {
      readonly t: "tables";
      readonly id: number;
      readonly verdict: Verdict | null;
      /** What the tables say of each legal move, the best first. */
      readonly moves: readonly JudgedMove[];
    }
  | { readonly t: "failed"; readonly id: number; readonly sentence: string }
  | { readonly t: "list"; readonly id: number; readonly games: readonly Listed[] }
  | { readonly t: "explored"; readonly id: number; readonly explored: Explored }
  | { readonly t: "saved"; readonly id: number; readonly text: string }
  | { readonly t: "game"; readonly id: number; readonly game: Opened | null }
  | ({ readonly t: "progress"; readonly id: number } & Progressed)
  | { readonly t: "report"; readonly id: number; readonly report: CoreReport };

const learning = new Learning(fetchedWeights);
const endings = new Endings(fetchedTables);

// Who starts it early names the game, if it is a known one.
const game = KNOWN.find(({ key }) => key === self.name);
if (game) learning.foresee(game.rules);

let give: (opened: Promise<Core>) => void;
const core = new Promise<Core>((settle) => (give = settle));
let library: Library | undefined;
let memory = 0;
let asked = 0;

const say = (answer: Answer): void => postMessage(answer);

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  if (data.t === "module") {
    ({ memory } = data);
    const told = (found: Analysed): void => say({ t: "found", id: asked, found, done: false });
    give(Core.open(data.module, told));
  } else if (data.t === "foresee") {
    learning.foresee(data.variant.rules);
    // What is wrong with it, a look will tell.
    void core.then((ready) => prepare(ready, data)).catch(() => undefined);
  } else void answer(data);
});

/** Give a core what it judges a game by, and the tables of a position. */
async function prepare(ready: Core, { variant, position }: Foreseen): Promise<Known> {
  const game = ready.game(variant);
  // The memory of the search is taken while the weights are on their way.
  ready.search.getReady(memory);
  await learning.prepare(ready, game);
  if (position) await endings.prepare(ready, game, ready.describe(game.number, position).board);
  return game;
}

async function answer(question: Exclude<Question, { t: "module" | "foresee" }>): Promise<void> {
  const { id } = question;
  try {
    const ready = await core;
    if (question.t === "look") {
      const { position, past } = question;
      asked = id;
      const game = await prepare(ready, question);
      const verdict = ready.search.askEndgames(game.number, position);
      const moves = verdict ? judgedMoves(ready, game.number, position) : [];
      say({ t: "tables", id, verdict, moves });
      const found = ready.search.analyse(game.number, position, past, question);
      say({ t: "found", id, found, done: true });
    } else if (question.t === "read") {
      library = new Library(ready);
      say({ t: "list", id, games: library.read(question.bytes) });
    } else if (question.t === "explore") {
      const { variant, key, within } = question;
      say({ t: "explored", id, explored: library!.explore(variant, key, within) });
    } else if (question.t === "save") {
      say({ t: "saved", id, text: library!.textOf(question.places) });
    } else if (question.t === "report") {
      const { variant, last } = question;
      // What tables know of the last position they know of the last part of the game.
      const game = await prepare(ready, { variant, position: last });
      say({ t: "report", id, report: reported(ready, game, question) });
    } else say({ t: "game", id, game: library!.open(question.place) });
  } catch (error) {
    say({ t: "failed", id, sentence: error instanceof Error ? error.message : String(error) });
  }
}

/** What endgame tables say of each legal move, the best first. */
function judgedMoves(ready: Core, game: number, position: Uint8Array): JudgedMove[] {
  const judged = ready.moves(game, position, "legal", 0).flatMap(({ hub }, place) => {
    const after = ready.play(game, position, "legal", place);
    const found = ready.search.askEndgames(game, after);
    if (!found) return [];
    const { value, plies, cutBy } = found;
    return [
      { hub, value: 0 - value, plies: plies === null ? null : plies + 1, cut: cutBy !== null },
    ];
  });
  return judged.sort((one, two) => worth(two) - worth(one));
}

/** What a move is worth beside others: wins before draws, soon ones first, late losses too. */
function worth({ value, plies, cut }: JudgedMove): number {
  if (value === 0 || cut) return 0;
  return value * (10_000 - (plies ?? 0));
}

function reported(ready: Core, game: Known, asked: Extract<Question, { t: "report" }>): CoreReport {
  const { id, position, hubs, nodes, repetition, drawn } = asked;
  const total = ready.reports.begin(game.number, position, hubs, drawn);
  if (total === 0) throw new RangeError("no game to report on");
  for (let known = 0; known < ready.reports.due();) {
    const done = ready.reports.step(nodes, repetition);
    const checked = Math.max(0, done - total);
    const doubtful = ready.reports.due() - total;
    if (done > known) say({ t: "progress", id, done: done - checked, checked, doubtful });
    known = done;
  }
  return ready.reports.written();
}
