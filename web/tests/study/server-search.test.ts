import { afterEach, expect, test, vi } from "vitest";
import type { Searched } from "../../src/generated/messages";
import { searchOnServer } from "../../src/study/server-search";

const WISH = { variant: "english", lines: 1, nodes: 50_000 };
const searchedTo = (depth: number, done: boolean): Searched => ({
  t: "found",
  depth,
  nodes: depth * 1000,
  milliseconds: depth,
  lines: [{ score: 3, moves: ["11-15"], tables: null }],
  done,
});

/** A server that answers with these texts, one after the other. */
function answerWith(...texts: readonly string[]): void {
  const body = new ReadableStream<Uint8Array>({
    start(controller): void {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
}

afterEach(() => vi.unstubAllGlobals());

test("a refusal tells why, as the server puts it", async () => {
  answerWith(`${JSON.stringify({ t: "refused", sentence: "Too much." })}\n`);
  const search = searchOnServer(WISH, () => undefined, new AbortController().signal);
  await expect(search).rejects.toMatchObject({ sentence: "Too much." });
});

async function hear(): Promise<[number[], boolean]> {
  const depths: number[] = [];
  const { signal } = new AbortController();
  const whole = await searchOnServer(WISH, ({ depth }) => depths.push(depth), signal).then(
    () => true,
    () => false,
  );
  return [depths, whole];
}

test("what is found is told as it comes, however it is cut", async () => {
  const text = [searchedTo(5, false), searchedTo(9, true)]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
  answerWith(text.slice(0, 20), text.slice(20, 140), text.slice(140));
  expect(await hear()).toEqual([[5, 9], true]);
});

test("an answer that breaks off, or is a refusal, is none to the end", async () => {
  answerWith(`${JSON.stringify(searchedTo(5, false))}\n`);
  expect(await hear()).toEqual([[5], false]);
  answerWith(`${JSON.stringify({ t: "refused", sentence: "Too much." })}\n`);
  expect(await hear()).toEqual([[], false]);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 429 })));
  expect(await hear()).toEqual([[], false]);
});
