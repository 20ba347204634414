// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { serverFilter } from "../../src/study/collections";
import { ALL_GAMES, haveRatings, isFiltering, lettingThrough } from "../../src/study/filtering";
import type { GameFilter } from "../../src/study/filtering";

const GAMES = [
  { White: "Sijbrands, Ton", Black: "Wiersma, Harm", Date: "1973.01.02", WhiteElo: "2450" },
  { White: "Wiersma, Harm", Black: "Gantwarg, Anatoli", Date: "1984.??.??", BlackElo: "2390" },
  { White: "Andreiko, Andris", Black: "Sijbrands, Ton", Date: "????.??.??" },
].map((tags, place) => ({
  place,
  tags,
  game: "international",
  result: ["2-0", "1-1", "0-2"][place]!,
  winner: (["white", "draw", "black"] as const)[place]!,
  moves: 40,
  faults: [],
}));

const through = (change: Partial<GameFilter>): number[] => {
  const within = lettingThrough(GAMES, { ...ALL_GAMES, ...change });
  return [...within.keys()].filter((place) => within[place]);
};

test("games are let through by player and side, years, result and rating", () => {
  expect(isFiltering(ALL_GAMES)).toBe(false);
  expect(through({})).toEqual([0, 1, 2]);
  expect(through({ player: "ton sij" })).toEqual([0, 2]);
  expect(through({ player: "Sijbrands", side: "black" })).toEqual([2]);
  // A game without a year lies in no span of them.
  expect(through({ since: 1974 })).toEqual([1]);
  expect(through({ until: 1980 })).toEqual([0]);
  expect(through({ result: "draw" })).toEqual([1]);
  expect(through({ result: "black" })).toEqual([2]);
  expect(through({ rating: 2400 })).toEqual([0]);
  expect(haveRatings(GAMES)).toBe(true);
});

test("a server is asked by what it knows: names with letters, years and results", () => {
  const filterOf = (change: Partial<GameFilter>) => serverFilter({ ...ALL_GAMES, ...change });
  expect(filterOf({})).toBe(null);
  expect(filterOf({ rating: 2400 })).toBe(null);
  expect(filterOf({ player: " ?! " })).toBe(null);
  const any = { since: null, until: null, result: null };
  expect(filterOf({ player: " Łoś " })).toEqual({ ...any, player: "Łoś" });
  expect(filterOf({ player: "Anna", side: "black" })).toEqual({ ...any, black: "Anna" });
  expect(filterOf({ player: "a".repeat(99) })?.player).toHaveLength(60);
  expect(filterOf({ since: 1990, result: "draw" })).toEqual({
    ...any,
    since: 1990,
    result: "draw",
  });
});
