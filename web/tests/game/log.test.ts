import { expect, it } from "vitest";
import { append, huffsOf, toldIn } from "../../src/game/log";

const played = { kind: "played" };

it("continues a log without taking an entry twice", () => {
  const log = append([], [{ seq: 1 }, { seq: 2 }]);
  expect(append(log, [{ seq: 2 }, { seq: 3 }]).map((entry) => entry["seq"])).toEqual([1, 2, 3]);
  expect(append(log, [{ seq: 2 }])).toBe(log);
});

it("finds the huffs that still count, after the ply they followed", () => {
  const huffed = { kind: "huffed", by: "black", square: 22 };
  const log = [played, huffed, played, { kind: "compelled" }, played, played];
  expect(huffsOf(log)).toEqual([{ square: 22, ply: 1 }]);
  const takeback = (plies: number): object[] => [
    { kind: "takeback_requested", plies },
    { kind: "takeback_accepted" },
  ];
  expect(huffsOf([...log, ...takeback(2)] as never)).toEqual([{ square: 22, ply: 1 }]);
  expect(huffsOf([...log, ...takeback(3)] as never)).toEqual([]);
});

it("tells who declined", () => {
  const said = { sentence: "web.declined", moved: false, undone: false };
  expect(toldIn([played], 0)).toBeNull();
  const [takeback, draw] = ["takeback", "draw"].map((what) => `${what}_declined`);
  expect(toldIn([{ kind: takeback, by: "black" }], 0)).toEqual({ by: "black", ...said });
  expect(toldIn([{ kind: draw, by: "white" }], 0)).toEqual({ by: "white", ...said });
  expect(toldIn([{ kind: draw, by: "white" }], 1)).toBeNull();
});

it("tells of a move that was taken back to compel a capture", () => {
  const said = { by: "white", sentence: "web.compelled", moved: false, undone: true };
  expect(toldIn([played, { kind: "compelled", by: "white" }], 1)).toEqual(said);
});

it("takes a move over a draw offer for a decline, but not one without an offer", () => {
  const offered = { kind: "draw_offered", by: "white" };
  const moves = { white: { ...played, by: "white" }, black: { ...played, by: "black" } };
  const refused = [offered, moves.white, moves.black];
  expect(toldIn(refused, 2)).toEqual({
    by: "black",
    sentence: "web.declined.moved",
    moved: true,
    undone: false,
  });
  expect(toldIn(refused, 3)).toBeNull();
  expect(toldIn([...refused, moves.white, moves.black], 3)).toBeNull();
  expect(toldIn([offered, { kind: "draw_withdrawn", by: "white" }, moves.black], 0)).toBeNull();
});
