/** What the log of a game tells that its view does not. */

import type { Key } from "../generated/keys";
import { TRACES, type Kind } from "../generated/law";

type Trace = "ply" | "offer" | "answer" | "undo" | "wish" | "back" | null;

/**
 * What an event means to those who read a log, and the sentence that tells of it where no view
 * shows it: so says the core's list, and the compiler knows all of both.
 */
const MEANINGS: Readonly<Record<Kind, readonly [trace: Trace, sentence: Key | null]>> = TRACES;

/** One entry of the log, as a source sends it. */
export type Entry = Readonly<Record<string, unknown>>;

/** A piece that was taken off because a capture was left out, after so many plies. */
export interface Huff {
  readonly square: number;
  readonly ply: number;
}

/** The trace and the sentence of an entry; what happens at the table itself has none. */
function meaningOf({ kind }: Entry): (typeof MEANINGS)[Kind] {
  return MEANINGS[kind as Kind] ?? [null, null];
}

/** A log continued by what a message brings, which may begin before its end. */
export function append(log: readonly Entry[], news: readonly Entry[]): readonly Entry[] {
  const last = Number(log.at(-1)?.["seq"] ?? 0);
  const fresh = news.filter((entry) => Number(entry["seq"] ?? 0) > last);
  return fresh.length > 0 ? [...log, ...fresh] : log;
}

/** Entries of a kind with the ply after which they came; what was taken back is left out. */
function standing(log: readonly Entry[], wanted: string): { entry: Entry; ply: number }[] {
  let found: { entry: Entry; ply: number }[] = [];
  let [ply, asked] = [0, 0];
  const back = (plies: number): void => {
    ply -= plies;
    found = found.filter((each) => each.ply <= ply);
  };
  for (const entry of log) {
    const [trace] = meaningOf(entry);
    if (entry["kind"] === wanted) found.push({ entry, ply });
    else if (trace === "ply") ply += 1;
    else if (trace === "undo") back(1);
    else if (trace === "wish") asked = Number(entry["plies"] ?? 1);
    else if (trace === "back") back(asked);
  }
  return found;
}

/** The huffs that still count: those that were taken back with their move are left out. */
export function huffsOf(log: readonly Entry[]): Huff[] {
  return standing(log, "huffed").map(({ entry, ply }) => ({
    square: Number(entry["square"]),
    ply,
  }));
}

/** What a side did that no view shows. */
export interface Told {
  readonly by: "white" | "black";
  readonly sentence: Key;
  /** It was done by playing on, which declines a draw without a word. */
  readonly moved: boolean;
  /** A move is gone from the board: news to whoever did it, too. */
  readonly undone: boolean;
}

/** What is to be told last, if that is among the entries after the first `told`. */
export function toldIn(log: readonly Entry[], told: number): Told | null {
  let offer: unknown = null;
  let found: Told | null = null;
  for (const [index, entry] of log.entries()) {
    const { by } = entry;
    const [trace, said] = meaningOf(entry);
    const moved = trace === "ply" && offer !== null && by !== offer;
    if (trace === "offer") offer = by;
    else if (moved || trace === "answer") offer = null;
    const sentence = moved ? "web.declined.moved" : said;
    if (index >= told && sentence && (by === "white" || by === "black")) {
      found = { by, sentence, moved, undone: trace === "undo" };
    }
  }
  return found;
}

/**
 * How long each move that somebody made and that stands took, in milliseconds; null where no time
 * was kept. Nobody's time passes while what was drawn is shown.
 */
export function timesOf(log: readonly Entry[]): (number | null)[] {
  const times: (number | null)[] = [];
  let [since, asked]: [number | null, number] = [null, 0];
  for (const entry of log) {
    const { at, plies, shown } = entry;
    const now = typeof at === "number" ? at : null;
    const [trace] = meaningOf(entry);
    if (trace === "ply") times.push(since === null || now === null ? null : now - since);
    else if (trace === "undo") times.pop();
    else if (trace === "wish") asked = Number(plies ?? 1);
    else if (trace === "back") times.splice(times.length - asked, asked);
    if (now !== null) since = now + (typeof shown === "number" ? shown : 0);
  }
  return times;
}

/** The verdict on a refused draw: whether a decided advantage was shown, and why. */
export interface Verdict {
  readonly side: "white" | "black";
  readonly advantage: boolean;
  /** A program's ground (see `groundOf`), or the words of an arbiter. */
  readonly reason: string;
}

/** The verdict that was given after so many plies, if one was. */
export function verdictAt(log: readonly Entry[], ply: number): Verdict | null {
  const found = standing(log, "adjudicated").findLast((each) => each.ply === ply);
  if (!found) return null;
  const { side, advantage, reason } = found.entry;
  if (side !== "white" && side !== "black") return null;
  return { side, advantage: advantage === true, reason: String(reason ?? "") };
}
