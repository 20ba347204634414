// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import english from "../../src/generated/locales/en.json";
import { commitmentOf } from "../../src/game/lots";
import { remaining, timeText } from "../../src/screens/game/clock";
import { pairs } from "../../src/screens/game/moves";
import { half } from "../../src/screens/game/player";
import { countsOf } from "../../src/screens/game/status";
import { Catalogue } from "../../src/text/catalogue";
import { viewOf } from "../game/views";

describe("a clock", () => {
  const clock = {
    white: 60_000,
    black: 5_000,
    running: "white" as const,
    since: 1_000,
    delay: 2_000,
    control: "60",
    mode: "delay" as const,
  };

  it("runs for one side only, after its delay, and never below nothing", () => {
    expect(remaining(clock, "white", 1_500)).toBe(60_000);
    expect(remaining(clock, "white", 13_000)).toBe(50_000);
    expect(remaining(clock, "white", 900_000)).toBe(0);
    expect(remaining(clock, "black", 900_000)).toBe(5_000);
    expect(remaining({ ...clock, since: null }, "white", 900_000)).toBe(60_000);
    expect(remaining({ ...clock, white: -1_250, running: null }, "white", 900_000)).toBe(0);
  });

  it.each([
    [3_600_000 + 62_000, "1:01:02"],
    [300_000, "5:00"],
    [59_001, "1:00"],
    [10_000, "0:10"],
    [9_940, "0:10.0"],
    [1_230, "0:01.3"],
    [0, "0:00.0"],
  ])("writes %i ms as %s", (time, text) => {
    expect(timeText(time)).toBe(text);
  });
});

it("writes moves two by two, and half points as players do", () => {
  expect(pairs(["a", "b", "c"], 0).map((row) => row.map((entry) => entry.text))).toEqual([
    ["a", "b"],
    ["c"],
  ]);
  expect(pairs(["a", "b"], 1)[0]).toEqual([
    { text: "", ply: 0 },
    { text: "a", ply: 1 },
  ]);
  expect([0, 1, 2, 3].map((points) => half(points))).toEqual(["0", "½", "1", "1½"]);
});

describe("counts", () => {
  const words = new Catalogue("en", english);
  const counter = {
    rule: "L14",
    made: 20,
    limit: 40,
    unit: "plies" as const,
    side: null,
    resets: ["capture" as const],
    automatic: true,
  };
  const labels = (more: Parameters<typeof viewOf>[1]): string[] =>
    countsOf(viewOf("majority", more), words).map((count) => count.label);

  it("show from the tenth last move on", () => {
    expect(labels({ counters: [{ ...counter, made: 19 }] })).toEqual([]);
    expect(labels({ counters: [counter] })).toEqual(["10 moves without capture to a draw"]);
    expect(labels({ counters: [{ ...counter, made: 39 }] })).toEqual([
      "1 move without capture to a draw",
    ]);
    const [count] = countsOf(viewOf("majority", { counters: [counter] }), words);
    expect(count?.sentence).toContain("10 moves");
    expect(count?.sentence).toContain("capture");
  });

  it("show duties from their first move on, and repetitions from the second time on", () => {
    expect(labels({ duties: [{ side: "white", made: 1, limit: 40 }] })).toEqual([
      "White has to win: 39 moves left",
    ]);
    const repetition = { ...counter, rule: "P10", unit: "occurrences" as const, limit: 3 };
    expect(labels({ counters: [{ ...repetition, made: 1 }] })).toEqual([]);
    expect(labels({ counters: [{ ...repetition, made: 2 }] })).toHaveLength(1);
  });

  it("say that a draw can be claimed once they are full, and not that moves are left", () => {
    const claimed = { ...counter, automatic: false, limit: 40 };
    const repetition = { ...claimed, rule: "E25", unit: "occurrences" as const, limit: 3 };
    expect(labels({ counters: [{ ...claimed, made: 39 }] })).toEqual([
      "1 move without capture to a draw",
    ]);
    for (const made of [40, 41, 90])
      expect(labels({ counters: [{ ...claimed, made }] })).toEqual(["A draw can be claimed"]);
    expect(labels({ counters: [{ ...repetition, made: 5 }] })).toEqual([
      "Same position 5 times, a draw on claim",
    ]);
    const [count] = countsOf(viewOf("majority", { counters: [{ ...claimed, made: 90 }] }), words);
    expect(count?.sentence).toMatch(/^A draw can be claimed now/);
  });

  it("do not show once the game is over", () => {
    const outcome = { winner: null, termination: "agreement", rule: "", reason: "", sentence: "" };
    expect(labels({ counters: [counter], outcome })).toEqual([]);
  });
});

it("computes the commitment to lots as the library does", async () => {
  const lot = {
    kind: "toss" as const,
    header: ["toss"],
    lots: 2,
    commitment: "",
    contributions: [],
    seed: "0".repeat(64),
    result: "",
  };
  expect(await commitmentOf(lot)).toBe(COMMITMENT);
});

/** Of `crownhead.lots.Toss(seed="0" * 64)`. */
const COMMITMENT = "c5b0676fda6018753a7456ddee0d982cd6fbbc445f47adcb89d672e76169381b";
