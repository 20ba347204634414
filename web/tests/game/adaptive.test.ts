import { expect, test } from "vitest";
import { adapted, ratingsOf } from "../../src/game/adaptive";
import { golden } from "../offline/golden";

test("a player meets the level that the library names", () => {
  for (const [results, game, level] of golden.adapted) {
    expect([results, adapted(results, game)]).toEqual([results, level]);
  }
});

test("every game but house rules has ten ratings that rise", () => {
  expect(ratingsOf("house")).toBe(null);
  const ratings = ratingsOf("italian")!;
  expect(ratings).toHaveLength(10);
  expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
});
