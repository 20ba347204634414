/** What a report says of the moves that mattered, in the words of the catalogue. */

import type { CoreClaim, CoreReport, Phrase } from "../core/reports";
import type { FullReport } from "../generated/messages";
import type { Key } from "../generated/keys";
import type { Motif } from "../puzzles/mistakes";
import type { Catalogue } from "../text/catalogue";
import type { Node } from "./tree";

/** Moves of a better line that are shown. */
const LONGEST = 12;

/** A report that the browser has made: with what each moment overlooked. */
export interface ReportHere extends FullReport {
  readonly motifs: readonly Motif[];
}

const MOTIFS: Readonly<Partial<Record<Key, Motif>>> = {
  "report.shot": "shot",
  "report.capture": "piece",
  "report.exchange": "piece",
  "report.costs": "piece",
  "report.regains": "piece",
  "report.crowning": "breakthrough",
  "report.breakthrough": "breakthrough",
  "report.tempo": "tempo",
  "report.caught": "caught",
  "report.blocked": "blocked",
  "report.opposition": "opposition",
};

/** What a moment overlooked: the first that its claims name. */
function motifOf({ kind, phrases }: CoreReport["moments"][number]): Motif {
  for (const { idea } of phrases) {
    const motif = idea && MOTIFS[idea.key];
    if (motif) return motif;
  }
  return kind === "win_missed" || kind === "draw_missed" || kind === "lost" ? "ending" : "other";
}

/** A report of the core as the page shows it. */
export function inWords(
  found: CoreReport,
  nodes: readonly Node[],
  speech: Catalogue,
  opening: string,
): ReportHere {
  const [white, black] = found.accuracy.map((value) => (value === null ? null : value / 10)) as [
    number | null,
    number | null,
  ];
  return {
    t: "report",
    moves: found.moves.map(({ ply, score, best_score, cost, weight, best, proven }, index) => ({
      ply,
      text: nodes[index]!.move!.short,
      by: nodes[index]!.parent!.position.turn,
      score,
      best_score,
      cost,
      lost: weight / 10_000,
      best: best.slice(0, LONGEST),
      proven,
    })),
    moments: found.moments.map(({ ply, kind, proven, phrases }) => ({
      ply,
      kind,
      sentence: phrases.map((phrase) => said(phrase, speech)).join(" "),
      line: found.moves[ply - 1]!.best.slice(0, LONGEST),
      proven,
    })),
    motifs: found.moments.map(motifOf),
    accuracy: { white, black },
    turning_point: found.turning_point || null,
    opening: opening || null,
  };
}

/** A phrase of the core in the words of the catalogue. */
function said({ key, names, n, side, idea }: Phrase, speech: Catalogue): string {
  return speech.text(key, {
    ...names,
    ...(n > 0 && { n }),
    ...(side && { side: speech.text(`color.${side}`) }),
    ...(idea && { what: said(idea, speech) }),
  });
}

/** A claim as the rest of a sentence. */
export function ideaOf({ idea }: CoreClaim, speech: Catalogue): string {
  return said(idea, speech);
}
