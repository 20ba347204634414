/** What a report says of the moves that mattered, in the words of the catalogue. */

import type { CoreClaim, CoreReport } from "../core/reports";
import type { FullReport } from "../generated/messages";
import type { Catalogue } from "../text/catalogue";
import { scoreText } from "./chances";
import type { Node } from "./tree";

/** Moves of a better line that are shown. */
const LONGEST = 12;

type Moment = CoreReport["moments"][number];
type Fact = CoreReport["moves"][number];

/** A report of the core as the page shows it. */
export function inWords(
  found: CoreReport,
  nodes: readonly Node[],
  speech: Catalogue,
  opening: string,
): FullReport {
  const [white, black] = found.accuracy.map((value) => (value === null ? null : value / 10)) as [
    number | null,
    number | null,
  ];
  return {
    t: "report",
    moves: found.moves.map(({ ply, score, best_score, cost, lost, best, proven }, index) => ({
      ply,
      text: nodes[index]!.move!.short,
      by: nodes[index]!.parent!.position.turn,
      score,
      best_score,
      cost,
      lost: lost / 10_000,
      best: best.slice(0, LONGEST),
      proven,
    })),
    moments: found.moments.map((moment) => {
      const fact = found.moves[moment.ply - 1]!;
      const { short } = nodes[moment.ply - 1]!.move!;
      return {
        ply: moment.ply,
        kind: moment.kind,
        sentence: sentenceOf(moment, fact, short, speech),
        line: fact.best.slice(0, LONGEST),
        proven: false,
      };
    }),
    accuracy: { white, black },
    turning_point: found.turning_point || null,
    opening: opening || null,
  };
}

/**
 * One or two sentences about a moment; `move` is the one that was played. Claims are said as facts;
 * where there is none, both scores stand as the engine's opinion.
 */
export function sentenceOf(moment: Moment, fact: Fact, move: string, speech: Catalogue): string {
  const { kind, claim, majority } = moment;
  const better = fact.better[0] ?? "";
  const said: string[] = [];
  if (kind === "win_missed" || kind === "draw_missed") {
    said.push(speech.text(`report.${kind}`, { move, better }));
    if (claim) said.push(speech.text("report.idea", { what: ideaOf(claim, speech) }));
  } else if (!claim || kind === "better") {
    const score = scoreText(fact.score, speech.language);
    const best = scoreText(fact.best_score, speech.language);
    return speech.text("report.better", { move, better, score, best });
  } else said.push(speech.text(`report.${kind}`, { move, what: ideaOf(claim, speech) }));
  if (majority) said.push(speech.text("report.majority", { move: majority.line[0]! }));
  return said.join(" ");
}

/** A claim as the rest of a sentence. */
export function ideaOf(
  { kind, by, men, square, line: moves }: CoreClaim,
  speech: Catalogue,
): string {
  const line = moves.join(" ");
  const side = speech.text(`color.${by}`);
  switch (kind) {
    case "shot":
      return speech.text("report.shot", { line, n: men });
    case "exchange":
      return moves.length === 1
        ? speech.text("report.capture", { line, n: men })
        : speech.text("report.exchange", { line, side, n: men });
    case "crowning":
      return speech.text("report.crowning", { line, side, square });
    case "blocked":
      return speech.text("report.blocked", { line });
    case "majority":
      return speech.text("report.majority", { move: line });
  }
}
