// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import type { Verdict } from "../../src/core/search";
import { whiteScore } from "../../src/screens/analysis/bar";
import type { Study } from "../../src/study/study";

const DRAWN: Verdict = { value: 0, plies: null, cutBy: null, score: 0 };
const WON: Verdict = { value: 1, plies: 31, cutBy: null, score: 29_969 };

it("stands where the tables have it, whatever the search says", () => {
  const found = {
    depth: 9,
    nodes: 1,
    milliseconds: 1,
    lines: [{ score: 310, moves: [], tables: null }],
  };
  const scoreOf = (verdict: Verdict | null, turn: "white" | "black"): number | null =>
    whiteScore({
      engine: { known: signal({ found, verdict }) },
      at: signal({ position: { turn } }),
    } as unknown as Study);
  expect(scoreOf(null, "black")).toBe(-310);
  expect(scoreOf(DRAWN, "white")).toBe(0);
  expect(scoreOf(WON, "black")).toBe(-29_969);
});
