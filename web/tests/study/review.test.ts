// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Core } from "../../src/core/core";
import { Ruleset, type Position } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import type { Ply } from "../../src/game/source";
import type { ReportHere } from "../../src/study/report-text";
import { FakeSource, stateOf } from "../game/views";

const reportHere = vi.hoisted(() => vi.fn<() => Promise<ReportHere>>());
let core: Core;
vi.mock("../../src/study/engine", () => ({
  coreOfPage: () => Promise.resolve(core),
  foresee: () => undefined,
  Engine: vi.fn<() => void>(),
}));
vi.mock("../../src/study/reporting", () => ({ reportHere }));

beforeAll(async () => {
  // With a document, addresses here are none of files.
  core = await Core.open(await WebAssembly.compile(readFileSync("src/generated/core.wasm")));
});
beforeEach(() => reportHere.mockReset());

/** A game of these moves that is over, as its source tells it; "?" leaves out a capture. */
function game(...moves: string[]) {
  let position: Position = new Ruleset(core, recorded("english")).initial();
  const start = position.full;
  const ply = (last: Ply["last"]): Ply => {
    const { board, turn, fen } = position;
    return { board, turn, fen, last };
  };
  const source = new FakeSource();
  const plies = [ply(null)];
  for (const move of moves) {
    const [text = "", left] = move.split(/(?=\?)/);
    const list = left ? "faulty" : "legal";
    const place = position.parse(text, list)!;
    const { short, origin, target, captures, route, crowns } = position.moves(list)[place]!;
    position = position.play(list, place);
    const faulty = left !== undefined;
    plies.push(ply({ text: short, origin, target, captures, route, crowns, faulty }));
  }
  source.plies = plies;
  const outcome = { winner: "black", termination: "resignation", rule: "", reason: "" } as const;
  const over = { ...outcome, sentence: "" };
  const { view } = stateOf("majority", { variant: "english", house: null, start, outcome: over });
  return { source, view };
}

/** A report in which White's first move is a mistake that cost so many hundredths of a man. */
function report(turning: number | null, cost = 120): ReportHere {
  const move = { score: 0, best_score: 0, best: [], proven: null, cost: 0, lost: 0 };
  return {
    t: "report",
    moves: [
      { ...move, ply: 1, text: "11-15", by: "black" },
      { ...move, ply: 2, text: "22-17", by: "white", cost, lost: 0.3 },
      { ...move, ply: 3, text: "16-20", by: "black", best: ["15-18"] },
    ],
    moments: [
      {
        kind: "allowed",
        line: ["23-18"],
        proven: false,
        ply: 2,
        sentence: "22-17 is a mistake.",
      },
    ],
    motifs: ["piece"],
    accuracy: { white: null, black: null },
    turning_point: turning,
    opening: null,
  };
}

const { signal } = new AbortController();
const faults = [{ ply: 2, by: "white", blunder: true }];

test("a review is made once, and names the fault that lost the game", async () => {
  const { reviewOf } = await import("../../src/study/review");
  reportHere.mockResolvedValue(report(2));
  const { source, view } = game("11-15", "22-17");
  const turning = { ply: 2, by: "white", sentence: "22-17 is a mistake." };
  const found = { whole: true, faults, lessons: 1, turning };
  expect(await reviewOf(source, view, "white", signal)).toEqual(found);
  expect(await reviewOf(source, view, "white", signal)).toEqual(found);
  expect(reportHere).toHaveBeenCalledOnce();
});

test("of a long line the card tells no more than its beginning", async () => {
  const { reviewOf } = await import("../../src/study/review");
  const line = "39-33 19-24 30x19 13x24 c3xe5 18-22 32-28";
  const sentences = [
    [`That costs a man: ${line}.`, "That costs a man: 39-33 19-24 30x19 13x24 …"],
    [`After ${line} Black has no move.`, "After 39-33 19-24 30x19 13x24 … Black has no move."],
    ["The shot 29-25 22x29 31x6 wins 3.", "The shot 29-25 22x29 31x6 wins 3."],
    ["a 39-33 19-24 30x19 13x24 18-22.", "a 39-33 19-24 30x19 13x24 18-22."],
  ] as const;
  for (const [index, [sentence, told]] of sentences.entries()) {
    const made = report(2);
    reportHere.mockResolvedValue({ ...made, moments: [{ ...made.moments[0]!, sentence }] });
    const first = ["9-13", "9-14", "10-14", "11-16"][index]!;
    const { source, view } = game(first, "22-17");
    expect((await reviewOf(source, view, "black", signal))!.turning!.sentence).toBe(told);
  }
});

test("a mistake of the winner is no turning point, though who lost has resigned ahead", async () => {
  const { reviewOf } = await import("../../src/study/review");
  reportHere.mockResolvedValue(report(2));
  const { source, view } = game("12-16", "22-17");
  const outcome = { ...view.outcome!, winner: "white" } as const;
  const review = await reviewOf(source, { ...view, outcome }, "black", signal);
  expect(review!.turning).toBeNull();
});

test("only one's own mistakes of a man or more are asked again", async () => {
  const { lessonsIn, reviewOf } = await import("../../src/study/review");
  reportHere.mockResolvedValue(report(null));
  const { source, view } = game("11-15", "22-18");
  expect(await reviewOf(source, view, "black", signal)).toEqual({
    whole: true,
    faults,
    lessons: 0,
    turning: null,
  });
  const [lesson, ...others] = await lessonsIn(source, view, "white", signal);
  expect(others).toEqual([]);
  expect(lesson).toMatchObject({ ply: 2, line: ["23-18"], sentence: "22-17 is a mistake." });
  reportHere.mockResolvedValue(report(null, 90));
  const smaller = game("10-15", "22-18");
  expect(await lessonsIn(smaller.source, smaller.view, "white", signal)).toEqual([]);
});

test("a look that ends at a capture left out is not one at the whole game", async () => {
  const { reviewOf } = await import("../../src/study/review");
  reportHere.mockResolvedValue(report(2));
  const { source, view } = game("9-13", "22-17", "11-15?", "25-22");
  const review = await reviewOf(source, view, "white", signal);
  expect(review).toEqual({ whole: false, faults, lessons: 1, turning: null });
});

test("a game without a move has none", async () => {
  const { reviewOf } = await import("../../src/study/review");
  const { source, view } = game();
  expect(await reviewOf(source, view, "white", signal)).toBeNull();
  expect(reportHere).not.toHaveBeenCalled();
});

test("own mistakes that cost a man are kept with what they overlooked, and become tasks", async () => {
  const { lessonOf, reviewOf } = await import("../../src/study/review");
  const { mistakesIn } = await import("../../src/puzzles/mistakes");
  reportHere.mockResolvedValue(report(2));
  const { source, view } = game("11-16", "22-17", "16-20");
  const before = mistakesIn("english");
  await reviewOf(source, view, "black", signal);
  expect(mistakesIn("english")).toEqual(before);
  await reviewOf(source, view, "white", signal);
  await reviewOf(source, view, "white", signal);
  const [mistake, ...others] = mistakesIn("english").filter((each) => !before.includes(each));
  expect(others).toEqual([]);
  expect(mistake).toMatchObject({ motif: "piece", played: "22-17", answers: ["15-18"] });
  const lesson = await lessonOf(mistake!);
  expect(lesson!.node.text).toBe("22-17");
  expect(lesson!.line).toEqual(["23-18"]);
  // By what answers it best, not by what was answered.
  expect(lesson!.answers).toEqual(["15-18"]);
  expect(await lessonOf({ ...mistake!, played: "22-9" })).toBeNull();
});
