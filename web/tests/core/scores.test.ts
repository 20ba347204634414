import { expect, it, test } from "vitest";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { pointOf } from "../../src/text/decimal";
import scores from "../../../tests/analysis/scores.json";
import { openCore } from "../offline/core";

const core = await openCore();

it.each(["en", "de"] as const)("writes scores as the library does (%s)", (language) => {
  const written = scores.map(({ score }) => core.scores.text(score, pointOf(language)));
  expect(written).toEqual(scores.map((each) => each[language]));
});

test("scores are shares of the points", () => {
  expect(core.scores.chance(0)).toBe(0.5);
  expect(core.scores.chance(140)).toBeCloseTo(0.73, 2);
});

test("evaluations in comments are in men for White, or in moves to the end", () => {
  const text = (comment: string): string | null => {
    const score = core.scores.told(comment);
    return score === null ? null : core.scores.text(score, ".");
  };
  expect(text("[%eval 0.45]")).toBe("+0.5");
  expect(text("[%clk 0:01:00] [%eval -1.2]")).toBe("–1.2");
  const decided = ["#3", "#-3", "-#3", "#-0", "#", "-#"].map((value) => text(`[%eval ${value}]`));
  expect(decided).toEqual(["#3", "–#3", "–#3", "–#0", "#", "–#"]);
  expect([text("good"), text("[%eval soon]")]).toEqual([null, null]);
  expect(text("[%eval ".repeat(200_000) + " ".repeat(200_000))).toBeNull();
});

test("moves cost what the evaluations of a game say, a proved win ten men", () => {
  const lossesOf = (pdn: string): (number | null)[] => {
    const ruleset = new Ruleset(core, recorded("english"));
    for (const _ of core.files.games(new TextEncoder().encode(pdn)))
      core.files.replay(ruleset.number, ruleset.initial().bytes, false, false);
    return core.files.losses();
  };
  expect(
    lossesOf("1. 9-14 {[%eval 0.1]} 22-18 {[%eval #3]} 5-9 {[%eval #-]} 18-15 {[%eval #]} *"),
  ).toEqual([null, 0, 0, 0]);
  expect(lossesOf("1. 9-14 {[%eval #-]} 22-18 {[%eval #-2]} 5-9 {[%eval #]} *")).toEqual([
    null,
    0,
    2000,
  ]);
  expect(lossesOf("1. 9-14 {[%eval 0.5]} 22-18 {[%eval good]} *")).toEqual([null, null]);
  expect(lossesOf("1. 9-14 {good} 22-18 *")).toEqual([]);
});
