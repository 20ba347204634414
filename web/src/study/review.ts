/** A game that is over, looked at once more: the faults of each side, and what one can learn. */

import type { FullReport } from "../generated/messages";
import { other } from "../game/apply-move";
import type { Fault, Review } from "../game/review";
import type { GameSource, Side, View } from "../game/source";
import { addMistakes, type Mistake } from "../puzzles/mistakes";
import { movesOf, rootOf } from "./opening";
import { BLUNDER, madeOf, reported } from "./report";
import { tasksOf, type Task } from "./retrying";
import type { ReportHere } from "./report-text";
import { play } from "./tree";

/** What a mistake has to cost to be asked again: hundredths of a man. */
const WORTH = 100;
/** Mistakes that are asked again. */
const MOST = 3;

/** A mistake of one's own that can be played better. */
export interface Lesson extends Task {
  readonly ply: number;
  readonly sentence: string;
}

/**
 * Look at a game by the report that the core in the browser makes of it; null where there is
 * nothing to look at. Opening the analysis of the game finds the report made.
 */
export async function reviewOf(
  source: GameSource,
  view: View,
  you: Side | null,
  signal: AbortSignal,
): Promise<Review | null> {
  const looked = await lookAt(source, view, signal);
  if (!looked) return null;
  const { report, nodes } = looked;
  // The same mistakes are to be known again in other games.
  if (you && !view.house) addMistakes(mistakesOf(report, tasksOf(report, nodes, you)));
  const { turning_point: point, moments } = report;
  const whole = nodes.at(-1)!.children.length === 0;
  const turning = moments.find(({ ply }) => ply === point);
  const by = turning && report.moves[turning.ply - 1]!.by;
  return {
    whole,
    faults: faultsOf(report),
    lessons: you ? lessonsOf(report, tasksOf(report, nodes, you)).length : 0,
    // Who resigned or ran out of time may have stood better: then no move of the winner lost it.
    turning:
      whole && by && view.outcome?.winner === other(by)
        ? { ply: turning.ply, by, sentence: cutLine(turning.sentence) }
        : null,
  };
}

const MOVE = String.raw`[a-z]?\d{1,2}(?:[-x:][a-z]?\d{1,2})+`;
const LINE = new RegExp(`((?:${MOVE} ){4})${MOVE}(?: ${MOVE})+\\.?`);

/** A sentence with no more than the beginning of its line: the report has all of it. */
function cutLine(sentence: string): string {
  return sentence.replace(LINE, "$1…");
}

/** The mistakes of a side that are worth playing better. */
export async function lessonsIn(
  source: GameSource,
  view: View,
  you: Side,
  signal: AbortSignal,
): Promise<readonly Lesson[]> {
  const looked = await lookAt(source, view, signal);
  return looked ? lessonsOf(looked.report, tasksOf(looked.report, looked.nodes, you)) : [];
}

async function lookAt(source: GameSource, view: View, signal: AbortSignal) {
  const { root } = await movesOf(source, view);
  const nodes = reported(root);
  if (nodes.length === 0) return null;
  return { nodes, report: await madeOf(root, nodes, () => undefined, signal) };
}

/** The moves that the report tells of. */
function faultsOf({ moves, moments }: FullReport): Fault[] {
  return moments.map(({ ply }) => {
    const { by, lost } = moves[ply - 1]!;
    return { ply, by, blunder: lost >= BLUNDER };
  });
}

/** The mistakes that cost at least a man, as they are kept. */
function mistakesOf({ moves, moments, motifs }: ReportHere, tasks: readonly Task[]): Mistake[] {
  return tasks
    .filter(({ node }) => moves[node.ply - 1]!.cost >= WORTH)
    .map(({ node, line, score, answers }) => {
      const { position } = node.parent!;
      const place = moments.findIndex(({ ply }) => ply === node.ply);
      const played = node.move!.hub;
      return {
        id: `${position.fen} ${played}`,
        game: position.ruleset.variant.key,
        motif: motifs[place]!,
        fen: position.full,
        played,
        answers,
        line,
        score,
        sentence: moments[place]!.sentence,
        made: Date.now(),
        memory: null,
        gone: null,
      };
    });
}

/** A mistake that is kept, to be played better. */
export async function lessonOf(mistake: Mistake): Promise<Lesson | null> {
  const { game, fen, played, answers, line, score, sentence } = mistake;
  const before = await rootOf(game, fen);
  const node = play(before, played);
  if (!node || !play(before, line[0]!)) return null;
  return { node, line, score, answers, ply: node.ply, sentence };
}

/** The mistakes that cost most, at least a man each. */
function lessonsOf({ moves, moments }: FullReport, tasks: readonly Task[]): Lesson[] {
  return tasks
    .map((task) => ({ ...task, ply: task.node.ply }))
    .filter(({ ply }) => moves[ply - 1]!.cost >= WORTH)
    .toSorted((one, two) => moves[two.ply - 1]!.lost - moves[one.ply - 1]!.lost)
    .slice(0, MOST)
    .toSorted((one, two) => one.ply - two.ply)
    .map((task) => ({
      ...task,
      sentence: moments.find(({ ply }) => ply === task.ply)!.sentence,
    }));
}
