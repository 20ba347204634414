/** The report of a game: made by the server, or here where none does, and put into the tree. */

import { signal } from "@preact/signals";
import type { FullReport, ReportLine, ReportRequest } from "../generated/messages";
import { keptAs } from "../core/rules";
import type { Scores } from "../core/scores";
import { RequestFailed } from "../net/failed";
import { linesFrom } from "../net/lines";
import type { ReportHere } from "./report-text";
import { lineFrom, play, type Node } from "./tree";
import type { Progressed } from "./worker";

/** Given away from which on a mistake is a blunder; as the library marks them. */
export const BLUNDER = 0.25;
const BEGUN: Progressed = { done: 0, checked: 0, doubtful: 0 };
const MOST_PLIES = 600;
/** What a server answers that has no reports, or no time for one. */
const ELSEWHERE = new Set([404, 405, 429]);
/** Moves of a better line that are put into the tree. */
const LONGEST = 9;

export type Reporting =
  | { readonly state: "none" }
  | ({ readonly state: "made"; readonly total: number } & Progressed)
  | { readonly state: "failed"; readonly sentence: string }
  | { readonly state: "there"; readonly report: FullReport; readonly nodes: readonly Node[] };

/** The moves that a report is about: the main line, up to what is no plain move. */
export function reported(root: Node): Node[] {
  const line = lineFrom(root).slice(1);
  const end = line.findIndex(({ kind }) => kind !== "move");
  return (end < 0 ? line : line.slice(0, end)).slice(0, MOST_PLIES);
}

/** The reports that were made here since the page was opened, the latest few. */
const made = new Map<string, ReportHere>();
const MOST_MADE = 8;

/** What a report is kept under: the game, in the language of its sentences. */
function nameOf(root: Node, nodes: readonly Node[]): string {
  const { variant, start, moves } = wishOf(root, nodes);
  return JSON.stringify([document.documentElement.lang, variant, start, moves]);
}

/** The report of moves as the core in the browser makes it, or made it before. */
export async function madeOf(
  root: Node,
  nodes: readonly Node[],
  told: (progress: Progressed) => void,
  signal: AbortSignal,
): Promise<ReportHere> {
  const name = nameOf(root, nodes);
  const known = made.get(name);
  if (known) return known;
  const { reportHere } = await import("./reporting");
  const report = await reportHere(root, nodes, told, signal);
  made.set(name, report);
  if (made.size > MOST_MADE) made.delete(made.keys().next().value!);
  return report;
}

export class Reporter {
  readonly now = signal<Reporting>({ state: "none" });
  #control: AbortController | null = null;

  /** Ask for the report of a tree's main line; a second time only where the first failed. */
  async ask(root: Node): Promise<void> {
    const { state } = this.now.peek();
    const nodes = reported(root);
    if (state === "made" || state === "there" || nodes.length === 0) return;
    const control = new AbortController();
    this.#control = control;
    this.now.value = { state: "made", ...BEGUN, total: nodes.length };
    const known = made.get(nameOf(root, nodes));
    const settled = !known && (await this.#byServer(control, root, nodes).catch(() => false));
    if (settled || control.signal.aborted) return;
    const total = nodes.length;
    const told = ({ done, checked, doubtful }: Progressed): void => {
      if (control !== this.#control) return;
      this.now.value = { state: "made", done, checked, doubtful, total };
    };
    try {
      const report = await madeOf(root, nodes, told, control.signal);
      if (control === this.#control) this.now.value = { state: "there", report, nodes };
    } catch {
      this.#failed(control, "");
    }
  }

  /** Ask the server; false where it does not make the report, so that somebody else has to. */
  async #byServer(control: AbortController, root: Node, nodes: Node[]): Promise<boolean> {
    const { lang } = document.documentElement;
    const wish = wishOf(root, nodes);
    const lines = linesFrom<ReportLine>("/api/report", wish, control.signal, lang);
    try {
      for await (const line of lines) this.#hear(line, nodes);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (ELSEWHERE.has(error.status) || error.status >= 500) return false;
      this.#failed(control, error.sentence);
    }
    return this.now.peek().state !== "made";
  }

  /** Stop what is being made. */
  cancel(): void {
    this.#control?.abort();
    this.#control = null;
    if (this.now.peek().state === "made") this.now.value = { state: "none" };
  }

  #hear(
    line: ReportLine | { readonly t: "refused"; readonly sentence: string },
    nodes: Node[],
  ): void {
    if (line.t === "progress") {
      const { done, total, checked = 0, doubtful = 0 } = line;
      this.now.value = { state: "made", done, total, checked, doubtful };
    } else if (line.t === "report") {
      this.now.value = { state: "there", report: line, nodes };
    } else this.now.value = { state: "failed", sentence: line.sentence };
  }

  #failed(control: AbortController, sentence: string): void {
    if (control === this.#control) this.now.value = { state: "failed", sentence };
  }
}

function wishOf(root: Node, nodes: readonly Node[]): ReportRequest {
  const { position } = root;
  const { variant } = position.ruleset;
  return {
    variant: keptAs(variant),
    start: position.full,
    moves: nodes.map(({ move }) => move!.hub),
  };
}

/** The winning chances of White after each move, and before the first: 0 to 1. */
export function courseOf({ moves }: FullReport, scores: Scores): number[] {
  const forWhite = (by: string, score: number): number =>
    scores.chance(by === "white" ? score : -score);
  const [first] = moves;
  const before = first ? [forWhite(first.by, first.best_score)] : [];
  return [...before, ...moves.map(({ by, score }) => forWhite(by, score))];
}

/** Put a report into the tree: glyphs, the sentences, and better lines as variations. */
export function annotate(nodes: readonly Node[], report: FullReport): void {
  const moments = new Map(report.moments.map((moment) => [moment.ply, moment]));
  for (const [index, node] of nodes.entries()) {
    const { lost, ply } = report.moves[index]!;
    const moment = moments.get(ply);
    if (!moment) continue;
    if (!node.nags.some((each) => each < 7)) node.nags.push(lost >= BLUNDER ? 4 : 2);
    if (node.comment.includes(moment.sentence)) continue;
    node.comment = `${node.comment} ${moment.sentence}`.trim();
    let from: Node | null = node.parent!;
    if (moment.line[0] === node.move!.hub) continue;
    for (const hub of moment.line.slice(0, LONGEST)) from = from && play(from, hub);
  }
}
