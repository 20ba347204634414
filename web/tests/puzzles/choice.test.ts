import { describe, expect, it } from "vitest";
import { daily, fitting, rising, today } from "../../src/puzzles/choice";
import { standingAfter, BEGINNER, countResult } from "../../src/puzzles/progress";
import { COUNTS, unpackPuzzle, type Puzzle } from "../../src/puzzles/set";
import { modeOf } from "../../src/screens/puzzles/mode";

function puzzle(id: string, rating: number): Puzzle {
  const none = { board: "", fen: "", turn: "white", goal: "win", gain: 0, themes: [] } as const;
  return { ...none, id, rating, steps: [] };
}

const MANY = Array.from({ length: 100 }, (_, n) => puzzle(`p${n}`, 500 + 15 * n));

describe("the next puzzle", () => {
  it("is about as hard as the player is strong, and was not tried lately", () => {
    for (const share of [0, 0.5, 0.99]) {
      const chosen = fitting(MANY, { rating: 1100, recent: ["p40"] }, () => share)!;
      expect(Math.abs(chosen.rating - 1100)).toBeLessThan(110);
      expect(chosen.id).not.toBe("p40");
    }
  });

  it("comes again once all have been tried, and is none where there are none", () => {
    const recent = MANY.map(({ id }) => id);
    expect(fitting(MANY, { rating: 800, recent }, () => 0)).toBeDefined();
    expect(fitting([], { rating: 800, recent: [] })).toBeUndefined();
  });

  it("is never one that could be guessed", () => {
    const guessed = MANY.map((each) => ({ ...each, guess: 1 as const }));
    const [asked] = MANY;
    const all = [asked!, ...guessed.slice(1)];
    expect(fitting(all, { rating: 1500, recent: [] }, () => 0.99)).toBe(asked);
    expect(rising(all, [], () => 0.99)).toBe(asked);
    expect(daily(all, "2026-11-27", 1000)).toBe(asked);
  });

  it("of a run is harder than the one before, and never the same", () => {
    const seen: string[] = [];
    const ratings: number[] = [];
    for (let n = 0; n < 20; n++) {
      const chosen = rising(MANY, seen, () => 0.5)!;
      expect(seen).not.toContain(chosen.id);
      seen.push(chosen.id);
      ratings.push(chosen.rating);
    }
    expect(ratings.at(-1)! - ratings[0]!).toBeGreaterThan(600);
  });

  it("of a day is the same in any order, and not the same every day", () => {
    const chosen = daily(MANY, "2026-11-22", 1100)!.id;
    expect(daily(MANY.toReversed(), "2026-11-22", 1100)!.id).toBe(chosen);
    const days = Array.from({ length: 60 }, (_, n) => `2026-${1 + (n % 12)}-${10 + n}`);
    expect(new Set(days.map((day) => daily(MANY, day, 1100)!.id)).size).toBeGreaterThan(20);
  });

  it("of a day comes in three strengths", () => {
    const ratings = [100, 1100, 3000].map((rating) => daily(MANY, "2026-11-27", rating)!.rating);
    expect(ratings[0]).toBeLessThan(1010);
    expect(ratings[1]).toBeGreaterThanOrEqual(1010);
    expect(ratings[1]).toBeLessThan(1520);
    expect(ratings[2]).toBeGreaterThanOrEqual(1520);
    expect(daily([], "2026-11-27", 1000)).toBeUndefined();
  });

  it("of a day is everybody's: the day is that of Greenwich", () => {
    expect(today(new Date("2026-11-22T23:59:00-05:00"))).toBe("2026-11-23");
  });
});

describe("a rating", () => {
  const even = { id: "a", rating: 1000 };

  it("rises with a puzzle solved and falls with one missed, less and less", () => {
    const risen = standingAfter(BEGINNER, even, true);
    expect(risen.rating).toBeGreaterThan(BEGINNER.rating + 50);
    expect(standingAfter(BEGINNER, even, false).rating).toBeLessThan(BEGINNER.rating - 50);
    expect(risen.deviation).toBeLessThan(BEGINNER.deviation);
    let standing = BEGINNER;
    for (let n = 0; n < 200; n++)
      standing = standingAfter(standing, { id: `${n}`, rating: standing.rating }, n % 2 === 0);
    expect(
      Math.abs(
        standingAfter(standing, { id: "z", rating: standing.rating }, true).rating -
          standing.rating,
      ),
    ).toBeLessThan(25);
  });

  it("follows Glickman's example: one result of his period moves a sure player little", () => {
    const sure = { ...BEGINNER, rating: 1500, deviation: 200 };
    const risen = standingAfter(sure, { id: "a", rating: 1400 }, true);
    expect(risen.rating).toBeGreaterThan(1500);
    expect(risen.rating).toBeLessThan(1500 + 90);
  });

  it("remembers what was tried, each once", () => {
    const once = { ...BEGINNER, ...countResult(BEGINNER, "a", true) };
    const twice = countResult(once, "a", false);
    expect(twice).toMatchObject({ tried: 2, solved: 1, recent: ["a"] });
  });
});

it("moves are made again from their rows", () => {
  const raw = {
    ...puzzle("x", 900),
    steps: [
      {
        legal: [["9x18", [[9, 18]], [14], 0] as const],
        right: [0],
        reply: ["5x1", [[5, 1]], [], 1] as const,
      },
    ],
  };
  const [step] = unpackPuzzle(raw).steps;
  expect(step!.legal[0]).toEqual({
    text: "9x18",
    routes: [[9, 18]],
    captures: [14],
    crowns: false,
    origin: 9,
    target: 18,
  });
  expect(step!.reply!.crowns).toBe(true);
});

it("every game with puzzles has enough to choose from", () => {
  for (const { count, themes } of Object.values(COUNTS)) {
    expect(count).toBeGreaterThan(0);
    for (const of of Object.values(themes)) expect(of).toBeLessThanOrEqual(count);
  }
});

it("an address names a mode, a theme, a puzzle, or nothing", () => {
  expect(modeOf("rush")).toEqual({ kind: "rush" });
  expect(modeOf("theme-shot")).toEqual({ kind: "theme", theme: "shot" });
  expect(modeOf("3b6a1241eb")).toEqual({ kind: "one", id: "3b6a1241eb" });
  expect(modeOf("nonsense")).toBeNull();
  expect(modeOf("")).toBeNull();
});
