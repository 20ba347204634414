import { beforeAll, expect, test } from "vitest";
import type { FullReport } from "../../src/generated/messages";
import type { Core } from "../../src/core/core";
import { Ruleset } from "../../src/core/position";
import { variantOf } from "../../src/core/rules";
import { annotate, courseOf, reported } from "../../src/study/report";
import { tasksOf } from "../../src/study/retrying";
import { lineFrom, Node, play, replaceBoard } from "../../src/study/tree";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

function game(...hubs: string[]): Node {
  const root = new Node(null, "root", new Ruleset(core, variantOf(core, "english")).initial());
  let node = root;
  for (const hub of hubs) node = play(node, hub)!;
  return root;
}

const MOVE = { score: 0, best_score: 0, cost: 0, lost: 0, best: [], proven: null };
const REPORT: FullReport = {
  t: "report",
  moves: [
    { ...MOVE, ply: 1, text: "11-15", by: "black" },
    { ...MOVE, ply: 2, text: "22-17", by: "white", score: -140, best_score: 140, lost: 0.46 },
  ],
  moments: [
    { ply: 2, kind: "missed", sentence: "More was there.", line: ["23-18", "8-11"], proven: false },
  ],
  accuracy: { white: 25, black: 100 },
  turning_point: null,
  opening: null,
};

test("the course is White's, from before the first move on", () => {
  const course = courseOf(REPORT, core.scores);
  expect(course).toHaveLength(3);
  expect(course[2]).toBeCloseTo(0.27, 2);
});

test("a report is about the plain moves of the main line", () => {
  const root = game("11-15", "22-17");
  expect(reported(root)).toHaveLength(2);
  const last = lineFrom(root).at(-1)!;
  play(replaceBoard(last, last.position.turned(), "pass"), "21-17");
  expect(reported(root)).toHaveLength(2);
});

test("a report is written into the tree once", () => {
  const root = game("11-15", "22-17");
  const nodes = reported(root);
  annotate(nodes, REPORT);
  annotate(nodes, REPORT);
  expect(nodes[1]!.nags).toEqual([4]);
  expect(nodes[1]!.comment).toBe("More was there.");
  const [, better] = nodes[0]!.children;
  expect(lineFrom(better!).map(({ text }) => text)).toEqual(["23-18", "8-11"]);
  expect(nodes[0]!.children).toHaveLength(2);
});

test("mistakes are tried again by the side that made them", () => {
  const nodes = reported(game("11-15", "22-17"));
  expect(tasksOf(REPORT, nodes, null)).toHaveLength(1);
  expect(tasksOf(REPORT, nodes, "black")).toHaveLength(0);
});
