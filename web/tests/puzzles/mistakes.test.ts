// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { Mistake, Motif } from "../../src/puzzles/mistakes";
import { memoryAfter } from "../../src/puzzles/repeating";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-27T12:00:00Z");

const mistake = (n: number, motif: Motif, game = "english"): Mistake => ({
  id: `${game} ${n}`,
  game,
  motif,
  fen: "W:W5:B1:H0",
  played: "5-1",
  answers: [],
  line: ["29-25"],
  score: 0,
  sentence: "",
  made: NOW + n,
  memory: null,
  gone: null,
});

/** The store as a page that was opened anew has it. */
async function load() {
  vi.resetModules();
  return import("../../src/puzzles/mistakes");
}

beforeEach(() => localStorage.clear());

test("mistakes are counted by motif and kept, the same one once", async () => {
  const first = await load();
  first.addMistakes([mistake(1, "shot"), mistake(2, "piece"), mistake(3, "shot")]);
  first.addMistakes([mistake(3, "shot"), mistake(4, "tempo", "lite")]);
  const { motifsOf, mistakesIn } = await load();
  expect(mistakesIn("english").map(({ made }) => made - NOW)).toEqual([3, 2, 1]);
  expect(motifsOf("english", NOW)).toEqual([
    { motif: "shot", open: 2, due: 2, gone: 0, last: NOW + 3 },
    { motif: "piece", open: 1, due: 1, gone: 0, last: NOW + 2 },
  ]);
  expect(motifsOf("russian")).toEqual([]);
});

test("one that is played better comes later, and goes in the end; one that is not comes soon", async () => {
  const { addMistakes, dueMistakes, mistakesIn, motifsOf, rememberMistake } = await load();
  addMistakes([mistake(1, "shot"), mistake(2, "shot")]);
  const [one, two] = mistakesIn("english");
  rememberMistake(one!.id, memoryAfter(null, false, NOW), NOW);
  expect(dueMistakes("english", NOW)).toEqual([two]);
  expect(dueMistakes("english", NOW + 2 * DAY).map(({ id }) => id)).toEqual([two!.id, one!.id]);
  let now = NOW;
  for (let tries = 0; tries < 20 && mistakesIn("english")[1]!.gone === null; tries += 1) {
    const { memory } = mistakesIn("english")[1]!;
    now = Math.max(now, memory?.due ?? 0);
    rememberMistake(two!.id, memoryAfter(memory, true, now), now);
  }
  expect(motifsOf("english", now)[0]).toMatchObject({ open: 1, gone: 1 });
  // Made again in a game that was looked at before, it stays gone.
  addMistakes([two!]);
  expect(motifsOf("english", now)[0]).toMatchObject({ open: 1, gone: 1 });
});

test("what was stored by somebody else is left out", async () => {
  const good = mistake(1, "shot");
  const bad = [
    null,
    7,
    {},
    { ...good, motif: "luck" },
    { ...good, line: [] },
    { ...good, made: "x" },
  ];
  localStorage.setItem("crownhead.mistakes", JSON.stringify([...bad, good]));
  const { mistakesIn } = await load();
  expect(mistakesIn("english")).toEqual([good]);
});
