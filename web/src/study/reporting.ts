/** The report of a game made by the browser itself: the core searches, a worker waits for it. */

import type { CoreReport } from "../core/reports";
import { playableCards } from "../net/decks";
import { language, words } from "../text/language";
import { begun } from "./engine";
import { openingOf } from "./naming";
import { inWords, type ReportHere } from "./report-text";
import type { Node } from "./tree";
import type { Answer, Progressed, Question } from "./worker";

/** What is searched for each move, as the server does. */
const NODES = 60_000;

/** The decks that tournaments draw from, as the library's reports have them. */
const BALLOTS = ["english-3move", "russian-64", "idf-64", "brazilian-64", "idf-64-brazilian"];

/** Moves of a card from which on it is told from a game that merely began so. */
const FEWEST = 3;

/** The report of moves that follow a position; `told` hears how far it is. */
export async function reportHere(
  root: Node,
  nodes: readonly Node[],
  told: (progress: Progressed) => void,
  signal: AbortSignal,
): Promise<ReportHere> {
  const { position } = root;
  const { variant } = position.ruleset;
  openingOf(root, language.peek());
  const found = await asked(
    {
      t: "report",
      id: 1,
      variant,
      position: position.bytes,
      last: nodes.at(-1)!.position.bytes,
      hubs: nodes.map(({ move }) => move!.hub),
      drawn: await drawnMoves(root, nodes),
      repetition: variant.rules.repetition,
      nodes: NODES,
    },
    told,
    signal,
  );
  const opening = openingOf(nodes.at(-1)!, language.peek());
  return inWords(found, nodes, words(variant.key), opening);
}

/** How many of the first moves are those of a card that may be drawn; 0 where no deck is at hand. */
async function drawnMoves({ position }: Node, nodes: readonly Node[]): Promise<number> {
  const { key } = position.ruleset.variant;
  const texts = nodes.map(({ move }) => move!.short);
  const decks = await Promise.all(BALLOTS.map((deck) => playableCards(key, deck).catch(() => [])));
  const fits = decks
    .flat()
    .filter(({ moves }) => moves.length >= FEWEST && moves.every((move, at) => move === texts[at]));
  return Math.max(0, ...fits.map(({ moves }) => moves.length));
}

async function asked(
  question: Question,
  told: (progress: Progressed) => void,
  signal: AbortSignal,
): Promise<CoreReport> {
  const worker = await begun();
  try {
    return await new Promise<CoreReport>((settle, fail) => {
      signal.addEventListener("abort", () => fail(new Error("cancelled")));
      if (signal.aborted) fail(new Error("cancelled"));
      worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
        if (data.t === "progress") told(data);
        else if (data.t === "report") settle(data.report);
        else if (data.t === "failed") fail(new Error(data.sentence));
      });
      worker.addEventListener("error", ({ message }) => fail(new Error(message)));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
