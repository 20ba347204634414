/** The worker in which the engine thinks. It is ended from outside if nobody waits any more. */

import { Core } from "../core/core";
import { Books } from "./books";
import { Endings } from "./endings";
import { fetchedBook, fetchedTables } from "./files";
import { Learning } from "./learning";
import { think, type EngineAnswer, type EngineQuestion } from "./thinking";
import { fetchedWeights } from "./weights";

const learning = new Learning(fetchedWeights);
const endings = new Endings(fetchedTables);
const books = new Books(fetchedBook);

let core: Promise<Core> | undefined;
let table = "";

addEventListener("message", ({ data }: MessageEvent<EngineQuestion>) => {
  if ("module" in data) core = Core.open(data.module);
  else void answer(data);
});

async function answer(question: Exclude<EngineQuestion, { module: unknown }>): Promise<void> {
  const { id } = question;
  let found: EngineAnswer["found"] = null;
  try {
    const ready = await core;
    if (ready) found = await think(ready, question, table, learning, endings, books);
    ({ table } = question);
  } catch (error) {
    console.error(error);
  }
  postMessage({ id, found } satisfies EngineAnswer);
}
