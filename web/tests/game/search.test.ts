// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { GROUPS, groupOf, isFound } from "../../src/game/search";
import { KNOWN } from "../../src/game/variants";

it.each([
  ["Polnische Dame", "international"],
  ["polish", "international"],
  ["Checkers", "english"],
  ["draughts", "english"],
  ["Drei-Züge-Schema", "english"],
  ["shashki", "russian"],
  ["Schaschki", "russian"],
  ["FMJD-64", "russian"],
  ["10x10", "international"],
  ["TÜRK", "turkish"],
])("finds a game by %s", (search, key) => {
  const found = KNOWN.filter((game) => isFound(game, search)).map((game) => game.id);
  expect(found).toContain(key);
});

it("finds a game by what the list says of it", () => {
  const game = KNOWN.find(({ id }) => id === "international")!;
  expect(isFound(game, "turnierspiel")).toBe(false);
  expect(isFound(game, "turnierspiel", "Das Turnierspiel auf 100 Feldern")).toBe(true);
});

it("finds all games without a word, and none by nonsense", () => {
  expect(KNOWN.every((game) => isFound(game, ""))).toBe(true);
  expect(KNOWN.some((game) => isFound(game, "quxfoo"))).toBe(false);
});

it("puts every game into one group", () => {
  for (const game of KNOWN) expect(GROUPS).toContain(groupOf(game));
});
