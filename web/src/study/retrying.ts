/** The mistakes of a game once more: the player stands before each, and finds the better move. */

import { signal } from "@preact/signals";
import type { FullReport } from "../generated/messages";
import type { Position } from "../core/position";
import { Engine } from "./engine";
import { lineFrom, played, type Node, type Played } from "./tree";

/** Chances that a move may cost and still be right. */
const ALLOWED = 0.04;
/** What is searched of a move that is not the one of the report. */
const NODES = 300_000;
/** Milliseconds for which a wrong move is seen before it is taken back. */
const LOOK = 600;
/** Moves of a refutation that are told. */
const LONGEST = 4;

export type Verdict = "asked" | "judged" | "right" | "also_right" | "wrong" | "shown";

export interface Task {
  /** The node of the move that was a mistake. */
  readonly node: Node;
  readonly line: readonly string[];
  readonly score: number;
}

export class Retry {
  readonly at = signal(0);
  readonly verdict = signal<Verdict>("asked");
  /** The move that was tried last, as the hub writes it. */
  readonly tried = signal<string | null>(null);
  readonly found = signal(0);
  /** The move that was wrong and how it is answered; empty where nobody knows. */
  readonly refutation = signal<readonly Played[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #engine = new Engine();
  #stop: (() => void) | null = null;

  constructor(readonly tasks: readonly Task[]) {}

  /** The task at hand; null once all are done. */
  get task(): Task | null {
    return this.tasks[this.at.value] ?? null;
  }

  try(hub: string): void {
    const { task } = this;
    const state = this.verdict.peek();
    if (!task || (state !== "asked" && state !== "wrong")) return;
    clearTimeout(this.#timer);
    this.refutation.value = [];
    this.tried.value = hub;
    if (hub === task.line[0]) {
      this.#end("right");
      return;
    }
    const before = task.node.parent!.position;
    const after = played(before, hub, "move")!.position;
    if (hub === task.node.move!.hub) {
      // What was played in the game was answered there.
      const answers = lineFrom(task.node).slice(1, LONGEST + 1);
      const end = answers.findIndex(({ kind }) => kind !== "move");
      this.#refuse(answers.slice(0, end < 0 ? LONGEST : end).map(({ move }) => move!.hub));
      return;
    }
    if (after.moves("legal").length === 0) {
      this.#end("also_right");
      return;
    }
    this.verdict.value = "judged";
    const { variant, core } = before.ruleset;
    const { scores } = core;
    this.#engine.look({
      variant,
      position: after.bytes,
      past: [before.bytes],
      lines: 1,
      repetition: variant.rules.repetition,
      nodes: NODES,
    });
    this.#stop?.();
    this.#stop = this.#engine.known.subscribe(({ found, done, failed }) => {
      if (!done && !failed) return;
      const [line] = found?.lines ?? [];
      const lost = line ? scores.chance(task.score) - scores.chance(-line.score) : 1;
      if (lost <= ALLOWED) this.#end("also_right");
      else this.#refuse(line?.moves ?? []);
    });
  }

  /** Tell how a move is answered, and take it back. */
  #refuse(answers: readonly string[]): void {
    const line = [this.tried.peek()!, ...answers.slice(0, LONGEST)];
    this.refutation.value =
      answers.length > 0 ? playedAlong(this.task!.node.parent!.position, line) : [];
    this.#end("wrong");
    this.#timer = setTimeout(() => (this.tried.value = null), LOOK);
  }

  /** Show the better move. */
  show(): void {
    clearTimeout(this.#timer);
    this.tried.value = this.task?.line[0] ?? null;
    this.verdict.value = "shown";
  }

  next(): void {
    clearTimeout(this.#timer);
    this.at.value += 1;
    this.tried.value = null;
    this.verdict.value = "asked";
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#engine.close();
  }

  #end(verdict: Verdict): void {
    queueMicrotask(() => this.#stop?.());
    if (verdict !== "wrong") this.found.value += 1;
    this.verdict.value = verdict;
  }
}

/** The moves of a line and where they lead, as far as they are legal. */
function playedAlong(from: Position, hubs: readonly string[]): Played[] {
  const line: Played[] = [];
  for (const hub of hubs) {
    const next = played(line.at(-1)?.position ?? from, hub, "move");
    if (!next) break;
    line.push(next);
  }
  return line;
}

/** The mistakes of a side, or of both. */
export function tasksOf(
  report: FullReport,
  nodes: readonly Node[],
  side: "white" | "black" | null,
): Task[] {
  return report.moments.flatMap(({ ply, line }) => {
    const { by, best_score } = report.moves[ply - 1]!;
    const node = nodes[ply - 1]!;
    const fits = (side === null || by === side) && line.length > 0 && line[0] !== node.move!.hub;
    return fits ? [{ node, line, score: best_score }] : [];
  });
}
