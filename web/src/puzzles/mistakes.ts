/** The mistakes of one's own games, by what they overlooked, until they go: kept on this device. */

import { signal } from "@preact/signals";
import { store, storedList } from "../state/storage";
import type { Memory } from "./missed";

/** What a mistake overlooked, by the detectors of reports. */
export const MOTIFS = [
  "shot",
  "piece",
  "breakthrough",
  "tempo",
  "caught",
  "blocked",
  "opposition",
  "ending",
  "other",
] as const;
export type Motif = (typeof MOTIFS)[number];

/** A move that cost at least a man. */
export interface Mistake {
  /** The position and the move: the same mistake twice is one. */
  readonly id: string;
  readonly game: string;
  readonly motif: Motif;
  /** The position before it, with its counts. */
  readonly fen: string;
  /** The move, how it is answered, and the better line, as the hub writes moves. */
  readonly played: string;
  readonly answers: readonly string[];
  readonly line: readonly string[];
  /** What the better line is worth to the side that moves, in hundredths of a man. */
  readonly score: number;
  readonly sentence: string;
  /** When it was made, in milliseconds. */
  readonly made: number;
  /** How well it is known by now; null: it was never tried again. */
  readonly memory: Memory | null;
  /** When it was known well enough to go; null: it is still to be learnt. */
  readonly gone: number | null;
}

const STORE = "crownhead.mistakes";
/** Mistakes that are kept; those that have gone leave first, and then the oldest. */
const MOST = 300;

const mistakes = signal<readonly Mistake[]>(storedList(STORE).filter(sound));

function sound(entry: unknown): entry is Mistake {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, game, motif, fen, played, answers, line, score, made, memory, gone } =
    entry as Mistake;
  const texts = [id, game, fen, played, ...(Array.isArray(line) ? line : [null])];
  return (
    texts.every((each) => typeof each === "string") &&
    line.length > 0 &&
    Array.isArray(answers) &&
    MOTIFS.includes(motif) &&
    [score, made].every(Number.isFinite) &&
    (memory === null || isMemory(memory)) &&
    (gone === null || Number.isFinite(gone))
  );
}

/** Whether something is a memory; the store of missed puzzles comes with their screen alone. */
function isMemory(memory: Memory): boolean {
  const { due, reviewed, stability, difficulty } = memory ?? {};
  return [due, reviewed, stability, difficulty].every(Number.isFinite);
}

/** The mistakes of a game, the newest first. */
export function mistakesIn(game: string): readonly Mistake[] {
  return mistakes.value.filter((each) => each.game === game).toSorted((a, b) => b.made - a.made);
}

/** Those that are to be tried again now, those never tried first. */
export function dueMistakes(game: string, now = Date.now()): readonly Mistake[] {
  const due = ({ memory }: Mistake): number => memory?.due ?? 0;
  return mistakesIn(game)
    .filter((each) => each.gone === null && due(each) <= now)
    .toSorted((one, two) => due(one) - due(two));
}

/** Add mistakes that are not known yet. */
export function addMistakes(found: readonly Mistake[]): void {
  const known = new Set(mistakes.peek().map(({ id }) => id));
  const fresh = found.filter(({ id }) => !known.has(id));
  if (fresh.length > 0) put([...mistakes.peek(), ...fresh]);
}

/** Remember how well a mistake is known; null: well enough to go. */
export function rememberMistake(id: string, memory: Memory | null, now = Date.now()): void {
  put(
    mistakes
      .peek()
      .map((each) => (each.id === id ? { ...each, memory, gone: memory ? null : now } : each)),
  );
}

function put(all: readonly Mistake[]): void {
  const first = (one: Mistake, two: Mistake): number =>
    Number(one.gone !== null) - Number(two.gone !== null) || two.made - one.made;
  mistakes.value = all.toSorted(first).slice(0, MOST);
  store(STORE, mistakes.value);
}

/** How it stands with one motif. */
export interface Standing {
  readonly motif: Motif;
  /** To be learnt, of these due now, and gone. */
  readonly open: number;
  readonly due: number;
  readonly gone: number;
  /** When such a mistake was made last. */
  readonly last: number;
}

/** How it stands with the motifs of a game's mistakes, those with most to learn first. */
export function motifsOf(game: string, now = Date.now()): readonly Standing[] {
  const all = mistakesIn(game);
  const due = new Set(dueMistakes(game, now));
  return MOTIFS.flatMap((motif) => {
    const of = all.filter((each) => each.motif === motif);
    const open = of.filter(({ gone }) => gone === null);
    const [latest] = of;
    if (!latest) return [];
    const counts = { open: open.length, due: open.filter((each) => due.has(each)).length };
    return [{ motif, ...counts, gone: of.length - open.length, last: latest.made }];
  }).toSorted((one, two) => two.open - one.open);
}
