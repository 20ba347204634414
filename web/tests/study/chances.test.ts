// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import type { Verdict } from "../../src/core/search";
import { whiteScore } from "../../src/screens/analysis/bar";
import { chance, scoreOfVerdict, scoreText } from "../../src/study/chances";
import type { Study } from "../../src/study/study";
import scores from "../../../tests/analysis/scores.json";

const DRAWN: Verdict = { value: 0, plies: null, cutBy: null };
const WON: Verdict = { value: 1, plies: 31, cutBy: null };

it.each(["en", "de"] as const)("writes scores as the library does (%s)", (language) => {
  const written = scores.map(({ score }) => scoreText(score, language));
  expect(written).toEqual(scores.map((each) => each[language]));
});

it("reads a verdict of the endgame tables as a score", () => {
  const said = (verdict: Verdict): string => scoreText(scoreOfVerdict(verdict), "en");
  expect(said(DRAWN)).toBe("0.0");
  expect(said(WON)).toBe("#16");
  expect(said({ ...WON, value: -1 })).toBe("–#16");
  expect(said({ ...WON, plies: null })).toBe("#");
  expect(said({ ...WON, plies: 1000 })).toBe("#");
  expect(said({ ...WON, cutBy: 2 })).toBe("0.0");
  expect(Math.round(100 * chance(scoreOfVerdict(WON)))).toBe(100);
});

it("puts the bar where the tables have it, whatever the search says", () => {
  const found = {
    depth: 9,
    nodes: 1,
    milliseconds: 1,
    lines: [{ score: 310, moves: [], tables: null }],
  };
  const shown = (verdict: Verdict | null, turn: "white" | "black"): number | null =>
    whiteScore({
      engine: { known: signal({ found, verdict }) },
      at: signal({ position: { turn } }),
    } as unknown as Study);
  expect(shown(null, "black")).toBe(-310);
  expect(shown(DRAWN, "white")).toBe(0);
  expect(shown(WON, "black")).toBe(-scoreOfVerdict(WON));
});
