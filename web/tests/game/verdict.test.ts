import { describe, expect, it } from "vitest";
import { verdictAt } from "../../src/game/log";
import { groundOf, isAdvantage } from "../../src/game/ground";

const PLAYED = { kind: "played", by: "black", move: "11-15" };
const REASON = "engine: depth 15, score +190, margin 150";
const GIVEN = { kind: "adjudicated", side: "black", advantage: true, reason: REASON };

describe("the verdict on a refused draw", () => {
  it("stays until the next move, with its ground, and is found again in review", () => {
    const log = [PLAYED, GIVEN];
    const said = { side: "black", advantage: true, reason: REASON };
    expect(verdictAt(log, 1)).toEqual(said);
    expect(verdictAt([...log, { kind: "draw_offered", by: "black" }], 1)).toEqual(said);
    expect(verdictAt([...log, PLAYED], 2)).toBeNull();
    expect(verdictAt([...log, PLAYED], 1)).toEqual(said);
  });

  it("goes with the move that is taken back", () => {
    const back = [{ kind: "takeback_requested", plies: 1 }, { kind: "takeback_accepted" }];
    expect(verdictAt([PLAYED, PLAYED, GIVEN, ...back], 1)).toBeNull();
    expect(verdictAt([PLAYED, PLAYED, GIVEN, ...back, PLAYED], 2)).toBeNull();
  });

  it("says what decided: tables, a search, or the margin", () => {
    const tables = { said: "tables", value: "win", plies: 61 };
    expect(groundOf("tables: win in 61 plies")).toEqual(tables);
    expect(groundOf("tables: draw")).toEqual({ said: "tables", value: "draw", plies: null });
    expect(groundOf("search: loss in 8 plies")).toMatchObject({ said: "search", value: "loss" });
    const margin = { said: "margin", depth: 31, score: -8, margin: 150 };
    expect(groundOf("margin: nodes 2000000, depth 31, score -8, margin 150")).toEqual(margin);
    expect(groundOf("the arbiter has spoken")).toBeNull();
    const advantages = ["tables: win", "tables: draw", "margin: depth 9, score +99, margin 100"];
    expect(advantages.map((each) => isAdvantage(groundOf(each)!))).toEqual([true, false, false]);
  });

  it("of an arbiter has no ground", () => {
    const log = [PLAYED, { ...GIVEN, side: "white", advantage: false, reason: "" }];
    expect(verdictAt(log, 1)).toEqual({ side: "white", advantage: false, reason: "" });
  });
});
