import { describe, expect, it } from "vitest";
import { geometryOf, PLACES } from "../fixtures";

describe.each(Object.keys(PLACES))("%s", (key) => {
  const geometry = geometryOf(key);

  it("has its squares where the core has them", () => {
    const places = PLACES[key]!.map((_, index) => [...geometry.place(index + 1)]);
    expect(places).toEqual(PLACES[key]);
    expect(geometry.count).toBe(PLACES[key]!.length);
  });

  it("finds every square by its place and by both its names", () => {
    for (let square = 1; square <= geometry.count; square++) {
      expect(geometry.at(...geometry.place(square))).toBe(square);
      expect(geometry.squareOf(geometry.name(square, "numeric"))).toBe(square);
      expect(geometry.squareOf(geometry.name(square, "algebraic"))).toBe(square);
    }
  });
});

describe("lines", () => {
  const board = geometryOf("international");

  it("lead over the squares in between, in order", () => {
    expect(board.between(46, 5)).toEqual([41, 37, 32, 28, 23, 19, 14, 10]);
    expect(board.between(5, 28)).toEqual([10, 14, 19, 23]);
    expect(board.between(28, 32)).toEqual([]);
  });

  it("go straight over dark squares only, as Frisian captures do", () => {
    expect(board.between(28, 8)).toEqual([18]);
    expect(board.between(26, 28)).toEqual([27]);
  });

  it("join no squares that are not on one line, nor a square with itself", () => {
    expect(board.between(1, 13)).toEqual([]);
    expect(board.between(7, 7)).toEqual([]);
  });
});

it("knows no square outside the board", () => {
  const board = geometryOf("english");
  expect(board.at(8, 0)).toBe(0);
  expect(board.at(-1, 3)).toBe(0);
  expect(board.squareOf("33")).toBe(0);
  expect(board.squareOf("a2")).toBe(0);
  expect(board.squareOf("i1")).toBe(0);
  expect(() => board.place(33)).toThrow(RangeError);
});
