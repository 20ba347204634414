import { expect, test } from "vitest";
import { Geometry } from "../../src/board/geometry";
import {
  clocksOf,
  clockText,
  commandsIn,
  drawingsOf,
  eraseDrawings,
  plain,
  timeOf,
  toggleDrawing,
} from "../../src/study/annotations";

const TEN = new Geometry({ width: 10, full: false, mirrored: false, first_square: "top-left" });
const EIGHT = new Geometry({ width: 8, full: false, mirrored: false, first_square: "top-left" });
const COMMENT = "[%clock W0:10:00 b0:09:48] [%csl G22,R23][%cal G22x31] watch this";

test("a comment is shown without its commands, which stay", () => {
  expect(plain(COMMENT)).toBe("watch this");
  expect(commandsIn(COMMENT)).toHaveLength(3);
  expect(plain("50 % [sic] of [%")).toBe("50 % [sic] of [%");
});

test("clocks are those of both sides, or of the one that moved", () => {
  expect(clocksOf(COMMENT, "black")).toEqual({ white: 600_000, black: 588_000 });
  expect(clocksOf("[%clk 0:09:57]", "white")).toEqual({ white: 597_000, black: null });
  expect([timeOf("1:30"), timeOf("0:03:00.5"), timeOf("soon")]).toEqual([90_000, 180_500, null]);
  expect([588_000, 3_723_999, 0].map(clockText)).toEqual(["9:48", "1:02:03", "0:00"]);
});

test("squares and arrows are read in numbers and letters, and what is none is not drawn", () => {
  expect(drawingsOf(COMMENT, TEN)).toEqual({
    rings: [
      { kind: "pen-green", square: 22 },
      { kind: "pen-red", square: 23 },
    ],
    lines: [{ kind: "pen-green", squares: [22, 31] }],
  });
  const [c3, d4] = [EIGHT.squareOf("c3"), EIGHT.squareOf("d4")];
  expect(drawingsOf("[%cal Yc3d4,B2217,Rz9z9] [%csl d4,G99]", EIGHT)).toEqual({
    rings: [{ kind: "pen-green", square: d4 }],
    lines: [
      { kind: "pen-yellow", squares: [c3, d4] },
      { kind: "pen-blue", squares: [22, 17] },
    ],
  });
});

test("a comment of a million opened commands is read at once", () => {
  const long = "[%eval ".repeat(200_000) + " ".repeat(200_000);
  expect(plain(long).length).toBeGreaterThan(0);
});

test("what is drawn is added, replaced by another pen, and taken away by the same", () => {
  const ring = { pen: "pen-red", squares: [22] } as const;
  const arrow = { pen: "pen-blue", squares: [31, 22] } as const;
  const one = toggleDrawing("[%clk 0:09:57] watch this", ring, TEN, "numeric");
  expect(one).toBe("[%clk 0:09:57] [%csl R22] watch this");
  const two = toggleDrawing(one, arrow, TEN, "numeric");
  expect(two).toBe("[%clk 0:09:57] [%csl R22] [%cal B31x22] watch this");
  expect(drawingsOf(two, TEN).lines).toEqual([{ kind: "pen-blue", squares: [31, 22] }]);
  const green = toggleDrawing(two, { ...ring, pen: "pen-green" }, TEN, "numeric");
  expect(green).toBe("[%clk 0:09:57] [%csl G22] [%cal B31x22] watch this");
  expect(toggleDrawing(two, arrow, TEN, "numeric")).toBe(one);
  expect(eraseDrawings(two)).toBe("[%clk 0:09:57] watch this");
});

test("squares are written as the game names them, and what cannot be read stays", () => {
  const [c3, d4] = [EIGHT.squareOf("c3"), EIGHT.squareOf("d4")];
  const drawn = toggleDrawing(
    "[%cal Rz9z9]",
    { pen: "pen-green", squares: [c3, d4] },
    EIGHT,
    "algebraic",
  );
  expect(drawn).toBe("[%cal Rz9z9,Gc3d4]");
  expect(toggleDrawing(drawn, { pen: "pen-green", squares: [c3, d4] }, EIGHT, "algebraic")).toBe(
    "[%cal Rz9z9]",
  );
});
