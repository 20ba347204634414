import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LINES } from "../../src/drill/counts";
import { boardAfter } from "../../src/game/apply-move";
import {
  isPlayed,
  movesOf,
  withNumbers,
  taskOf,
  unpackLines,
  type Line,
  type Raw,
} from "../../src/drill/lines";

function linesOf(game: string): readonly Line[] {
  const file = new URL(`../../src/generated/drills/drill-${game}.json`, import.meta.url);
  return unpackLines(JSON.parse(readFileSync(file, "utf8")) as Raw);
}

describe.each(Object.keys(LINES))("the lines of %s", (game) => {
  const lines = linesOf(game);

  it("are as many as is said, each once and with names", () => {
    expect(lines).toHaveLength(LINES[game]!);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(lines.filter(({ names }) => !names.en)).toEqual([]);
  });

  it("lead from each position to the next one", () => {
    expect.assertions(lines.length);
    for (const { places } of lines) {
      const reached = places.map(({ board, legal, played }) => boardAfter(board, legal[played]!));
      expect(reached.slice(0, -1)).toEqual(places.slice(1).map(({ board }) => board));
    }
  });

  it("are played whole by both sides together", () => {
    expect.assertions(lines.length);
    for (const line of lines) {
      const own = (["white", "black"] as const).map((side) => taskOf(line, side)?.steps ?? []);
      const moves = own.flat().map(({ legal, right }) => legal[right[0]!]!.text);
      expect(moves.toSorted()).toEqual(movesOf(line).toSorted());
    }
  });
});

it("the three-move restriction has its 156 ballots among those of English draughts", () => {
  const ballots = linesOf("english").filter(({ ballot }) => ballot > 0);
  expect(ballots).toHaveLength(156);
  expect(new Set(ballots.map(({ ballot }) => ballot)).size).toBe(156);
  for (const { places } of ballots) expect(places).toHaveLength(3);
});

it("a side's task begins where it is first to move, and the other side replies", () => {
  const old = linesOf("english").find(({ names }) => names.en === "Old Fourteenth")!;
  expect(movesOf(old).join(" ")).toBe("11-15 23-19 8-11 22-17 4-8");
  const black = taskOf(old, "black")!;
  expect(black.steps.map(({ reply }) => reply?.text)).toEqual(["23-19", "22-17", undefined]);
  const white = taskOf(old, "white")!;
  expect(white.board).toBe(old.places[1]!.board);
  expect(white.steps.map(({ reply }) => reply?.text)).toEqual(["8-11", "4-8"]);
});

it("a line of a single move is nothing for the other side", () => {
  const edinburgh = linesOf("english").find(({ id }) => id === "9-13")!;
  expect(isPlayed(edinburgh, "black")).toBe(true);
  expect(isPlayed(edinburgh, "white")).toBe(false);
  expect(taskOf(edinburgh, "white")).toBeNull();
});

it("moves are numbered two by two", () => {
  expect(withNumbers(["11-15", "23-19", "8-11"])).toBe("1. 11-15 23-19 2. 8-11");
  expect(withNumbers([])).toBe("");
});
