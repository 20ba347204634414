/** The report of a game made by the browser itself: the core searches, a worker waits for it. */

import type { CoreReport } from "../core/reports";
import type { FullReport } from "../generated/messages";
import { language, words } from "../text/language";
import { begun } from "./engine";
import { openingOf } from "./naming";
import { inWords } from "./saying";
import type { Node } from "./tree";
import type { Answer, Question } from "./worker";

/** What is searched for each move, as the server does. */
const NODES = 60_000;

/** The report of moves that follow a position; `told` hears how many are looked at. */
export async function reportHere(
  root: Node,
  nodes: readonly Node[],
  told: (done: number) => void,
  signal: AbortSignal,
): Promise<FullReport> {
  const { position } = root;
  const { variant } = position.ruleset;
  openingOf(root, language.peek());
  const found = await asked(
    {
      t: "report",
      id: 1,
      variant,
      position: position.bytes,
      hubs: nodes.map(({ move }) => move!.hub),
      repetition: variant.rules.repetition,
      nodes: NODES,
    },
    told,
    signal,
  );
  const opening = openingOf(nodes.at(-1)!, language.peek());
  return inWords(found, nodes, words(variant.key), opening);
}

async function asked(
  question: Question,
  told: (done: number) => void,
  signal: AbortSignal,
): Promise<CoreReport> {
  const worker = await begun();
  try {
    return await new Promise<CoreReport>((settle, fail) => {
      signal.addEventListener("abort", () => fail(new Error("cancelled")));
      if (signal.aborted) fail(new Error("cancelled"));
      worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
        if (data.t === "progress") told(data.done);
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
