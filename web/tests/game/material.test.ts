import { describe, expect, it } from "vitest";
import { timesOf } from "../../src/game/log";
import { lostInExchange, material, piecesLeft } from "../../src/game/material";

const ply = (board: string) => ({ board, turn: "white" as const, fen: "", last: null });

describe("material", () => {
  it("counts a king for two men", () => {
    expect(material("wWeb", "white")).toBe(3);
    expect(piecesLeft("wWeb", "white")).toBe(2);
  });
});

describe("what an exchange has cost so far", () => {
  const last = { text: "", origin: 1, target: 2, route: [], crowns: false, faulty: false };
  const withCaptures = (board: string, ...captures: number[]) => ({
    ...ply(board),
    last: { ...last, captures },
  });

  it("counts from the last move that took nothing", () => {
    const quiet = withCaptures("wwwbbb");
    expect(lostInExchange([quiet, withCaptures("wwbbb", 1)], "white")).toBe(1);
    expect(lostInExchange([quiet, withCaptures("wwbbb", 1)], "black")).toBe(-1);
    expect(
      lostInExchange([quiet, withCaptures("wwwbb", 4), withCaptures("wwbb", 1)], "white"),
    ).toBe(0);
    expect(lostInExchange([withCaptures("wwbbb", 1), withCaptures("wwbbb")], "white")).toBe(0);
    expect(lostInExchange([ply("wwbbb")], "white")).toBe(0);
  });
});

describe("the times of moves", () => {
  it("run from one entry to the next, and go with moves that are taken back", () => {
    const log = [
      { kind: "drawn", at: 1000 },
      { kind: "played", at: 3000 },
      { kind: "played", at: 3500 },
      { kind: "takeback_requested", plies: 1, at: 4000 },
      { kind: "takeback_accepted", at: 5000 },
      { kind: "played", at: 5600 },
    ];
    expect(timesOf(log)).toEqual([2000, 600]);
  });

  it("begin once what was drawn has been shown", () => {
    const log = [
      { kind: "drawn", at: 1000, shown: 8300 },
      { kind: "played", at: 11_000 },
    ];
    expect(timesOf(log)).toEqual([1700]);
  });

  it("are unknown before anything has a time", () => {
    expect(timesOf([{ kind: "played" }, { kind: "played", at: 5 }])).toEqual([null, null]);
  });
});
