/** The mistakes of a game once more: the player stands before each, and finds the better move. */

import { signal } from "@preact/signals";
import type { FullReport } from "../generated/messages";
import type { Position } from "../core/position";
import type { Scores } from "../core/scores";
import { Engine } from "./engine";
import { played, type Node, type Played } from "./tree";

/** Chances that a move may cost and still be right. */
const ALLOWED = 0.04;
/** What is searched of a move that is not the one of the report. */
const NODES = 300_000;
/** Milliseconds for which a wrong move is seen before it is taken back. */
const LOOK = 600;
/** Hundredths of a man that a move may give away where chances tell nothing any more. */
const LEAST = 50;
/** Hundredths of a man from which on a game is won whatever is given away. */
const WON = 600;
/** Moves of a refutation that are told. */
const LONGEST = 8;

export type Verdict = "asked" | "judged" | "right" | "also_right" | "wrong" | "shown";

export interface Task {
  /** The node of the move that was a mistake. */
  readonly node: Node;
  readonly line: readonly string[];
  readonly score: number;
  /** How the mistake is answered best, as the hub writes it; empty where nobody has searched. */
  readonly answers: readonly string[];
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
    const again = hub === task.node.move!.hub;
    if (again && task.answers.length > 0) {
      this.#refuse(task.answers);
      return;
    }
    if (!again && after.moves("legal").length === 0) {
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
      const good = line && !again && isAsGood(scores, task.score, -line.score);
      if (good) this.#end("also_right");
      else this.#refuse(line?.moves ?? []);
    });
  }

  /** Tell how a move is answered, and take it back. */
  #refuse(answers: readonly string[]): void {
    const line = [this.tried.peek()!, ...answers.slice(0, LONGEST)];
    this.refutation.value =
      answers.length > 0 ? untilRest(playedAlong(this.task!.node.parent!.position, line)) : [];
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

/** Whether a move keeps what the best one promises: chances, and pieces where these tell nothing. */
function isAsGood(scores: Scores, best: number, score: number): boolean {
  if (scores.chance(best) - scores.chance(score) > ALLOWED) return false;
  return score >= WON || best - score < LEAST;
}

/** As much of a line as does not end in the middle of an exchange, but no less than an answer. */
function untilRest(line: readonly Played[]): readonly Played[] {
  const rest = line.findLastIndex(({ position }) =>
    position.moves("legal").every(({ captures }) => captures.length === 0),
  );
  return rest > 0 ? line.slice(0, rest + 1) : line;
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
    // Best play before the next move answers this one.
    const answers = report.moves[ply]?.best ?? [];
    return fits ? [{ node, line, score: best_score, answers }] : [];
  });
}
