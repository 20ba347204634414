import { expect, it } from "vitest";
import { continued, declinedBy, huffsOf } from "../../src/game/log";

const played = { kind: "played" };

it("continues a log without taking an entry twice", () => {
  const log = continued([], [{ seq: 1 }, { seq: 2 }]);
  expect(continued(log, [{ seq: 2 }, { seq: 3 }]).map((entry) => entry["seq"])).toEqual([1, 2, 3]);
  expect(continued(log, [{ seq: 2 }])).toBe(log);
});

it("finds the huffs that still count, after the ply they followed", () => {
  const huffed = { kind: "huffed", by: "black", square: 22 };
  const log = [played, huffed, played, { kind: "compelled" }, played, played];
  expect(huffsOf(log)).toEqual([{ square: 22, ply: 1 }]);
  const back = (plies: number): object[] => [
    { kind: "takeback_requested", plies },
    { kind: "takeback_accepted" },
  ];
  expect(huffsOf([...log, ...back(2)] as never)).toEqual([{ square: 22, ply: 1 }]);
  expect(huffsOf([...log, ...back(3)] as never)).toEqual([]);
});

it("tells who declined", () => {
  expect(declinedBy([played])).toBeNull();
  expect(declinedBy([{ kind: "takeback_declined", by: "black" }])).toBe("black");
  expect(declinedBy([{ kind: "draw_declined", by: "white" }])).toBe("white");
});
