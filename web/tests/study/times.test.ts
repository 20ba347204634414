import { expect, test } from "vitest";
import { clockCommands, incrementOf } from "../../src/study/times";

test("what the clocks said belongs to the moves of the main line", () => {
  const said = clockCommands([
    ["comment", "[%clk 9:99] before the first move"],
    ["move", "11-15"],
    ["comment", "[%clk 0:02:58] [%emt 0:00:02] good"],
    ["begin", null],
    ["move", "11-16"],
    ["comment", "[%clk 0:00:01]"],
    ["end", null],
    ["move", "22-18"],
    ["move", "15x22"],
    ["comment", "[%eval 0.4] [%clock w0:02:51]"],
  ]);
  expect(said).toEqual(["[%clk 0:02:58] [%emt 0:00:02]", "", "[%clock w0:02:51]"]);
});

test("an increment is what stands behind the plus", () => {
  expect(["180+2", "300", "40/7200:3600", " 60 + 1 ", "-"].map(incrementOf)).toEqual([
    2, 0, 0, 1, 0,
  ]);
});
