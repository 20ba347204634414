import { describe, expect, it } from "vitest";
import { verdictIn } from "../../src/game/log";

const PLAYED = { kind: "played", by: "black", move: "11-15" };
const REASON = "engine: depth 15, score +190, margin 150";

describe("the verdict on a refused draw", () => {
  it("stays until the next move, with its ground", () => {
    const log = [PLAYED, { kind: "adjudicated", side: "black", advantage: true, reason: REASON }];
    expect(verdictIn(log)).toEqual({
      side: "black",
      advantage: true,
      engine: { depth: 15, score: 190 },
    });
    expect(verdictIn([...log, { kind: "draw_offered", by: "black" }])?.advantage).toBe(true);
    expect(verdictIn([...log, PLAYED])).toBeNull();
  });

  it("of an arbiter has no depth", () => {
    const log = [PLAYED, { kind: "adjudicated", side: "white", advantage: false, reason: "" }];
    expect(verdictIn(log)).toEqual({ side: "white", advantage: false, engine: null });
  });
});
