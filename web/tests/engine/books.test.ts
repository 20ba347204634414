import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import carried from "../../src/generated/books.json";
import facts from "../../src/generated/offline.json";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { agree } from "../../src/core/setup";
import { bookOf, Books } from "../../src/engine/books";
import type { FetchedFile } from "../../src/engine/handing";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";
import { playAt } from "./selfplay";

const file = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../src/generated/books/${name}.book`, import.meta.url)));
const fetchFile: FetchedFile = (name) => Promise.resolve(file(name));

test("every game and house rules have the book that the library takes", () => {
  for (const [rules, name] of golden.booked) expect([rules, bookOf(rules)]).toEqual([rules, name]);
  expect(golden.booked.some(([, name]) => name !== null)).toBe(true);
});

test.each(golden.recited)(
  "%s: the computer with the seed %i knows the first moves of the library's book by heart",
  async (key, seed, opening, moves) => {
    const core = await openCore();
    const known = core.game(recorded(key));
    await new Books(fetchFile).prepare(core, known);
    const [best] = facts.levels.english.slice(-1);
    const level = { ...best!, nodes: 1, seed };
    const game = new Game(agree(new Ruleset(core, known.variant).initial(), {}));
    for (const move of opening) game.play(move, game.turn);
    expect(moves.length).toBeGreaterThan(4);
    expect(playAt(level, game, moves.length)).toEqual(moves);
  },
);

test("a book is fetched once, and again where that failed; damage is noticed", async () => {
  const core = await openCore();
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const english = core.game(recorded("english"));
  const damaged = file("english");
  damaged[200]! ^= 1;
  expect(core.search.addBook(english.number, damaged)).toBe(false);
  expect(core.search.addBook(english.number, new Uint8Array(10))).toBe(false);
  expect(core.search.addBook(english.number, file("english"))).toBe(true);
  const asked = vi.fn<FetchedFile>().mockRejectedValueOnce(new Error("no network"));
  asked.mockResolvedValueOnce(damaged);
  const books = new Books(asked);
  for (const warned of [0, 1, 1]) {
    await books.prepare(core, english);
    expect(warn).toHaveBeenCalledTimes(warned);
  }
  await books.prepare(core, core.game(recorded("turkish")));
  expect(asked).toHaveBeenCalledTimes(2);
});

test("no book is larger than a browser should load", () => {
  expect(carried.length).toBeGreaterThan(0);
  for (const { name } of carried) expect(file(name).length).toBeLessThanOrEqual(500_000);
});
