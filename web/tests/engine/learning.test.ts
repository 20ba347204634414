import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import facts from "../../src/generated/offline.json";
import { Game, recordOf } from "../../src/core/game";
import { Learning, unpack, weightsOf, type Fetched } from "../../src/engine/learning";
import { Ruleset } from "../../src/core/position";
import { recorded, type Variant } from "../../src/core/rules";
import { agree } from "../../src/core/setup";
import { think } from "../../src/engine/thinking";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";

const readPacked = (name: string): Buffer =>
  readFileSync(new URL(`../../src/generated/weights/${name}.weights`, import.meta.url));

const fetchWeights: Fetched = (name) => unpack(new Blob([new Uint8Array(readPacked(name))]));

/** A game that no weights are near to. */
const unlikeGame = (): Variant => {
  const turkish = recorded("turkish");
  return { ...turkish, key: "house", rules: { ...turkish.rules, compulsory: false } };
};

test("every game and house rules are played by the weights that the library takes", () => {
  for (const [rules, key] of golden.weighed) expect(weightsOf(rules)).toBe(key);
  expect(weightsOf(recorded("lite").rules)).toBe("brazilian");
  expect(weightsOf(unlikeGame().rules)).toBeNull();
});

test("positions have the values that the library's processor finds", async () => {
  const core = await openCore();
  const learning = new Learning(fetchWeights);
  const byHand = new Set<boolean>();
  for (const [key, fen, value] of golden.values) {
    const game = core.game(recorded(key));
    const position = new Ruleset(core, game.variant).read(fen);
    byHand.add(core.search.evaluate(game.number, position.bytes) === value);
    await learning.prepare(core, game);
    expect([fen, core.search.evaluate(game.number, position.bytes)]).toEqual([fen, value]);
  }
  expect(byHand.has(false)).toBe(true);
});

test("weights are fetched once for a game, and again where that failed; damage is noticed", async () => {
  const core = await openCore();
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const english = core.game(recorded("english"));
  const asked = vi.fn<Fetched>().mockRejectedValueOnce(new Error("no network"));
  asked.mockResolvedValueOnce(new Uint8Array(1000));
  asked.mockImplementation(fetchWeights);
  const learning = new Learning(asked);
  const start = new Ruleset(core, english.variant).initial();
  const record = recordOf(new Game(agree(start, {})), { white: "", black: "" });
  const level = {
    ...facts.levels.english[0]!,
    learned: true,
    seconds: 5,
    seed: 1,
  };
  const task = { table: "one", record, question: { what: "hint", most: 1, level } } as const;
  for (const warned of [0, 1, 1, 1]) {
    const found = await think(core, task, "", learning);
    expect(warn).toHaveBeenCalledTimes(warned);
    expect(found).toHaveLength(1);
  }
  expect(asked).toHaveBeenCalledTimes(3);
  await learning.prepare(core, core.game(unlikeGame()));
  expect(asked).toHaveBeenCalledTimes(3);
});

test("what was foreseen is fetched before there is a core, and given once to who waits", async () => {
  const asked = vi.fn<Fetched>(fetchWeights);
  const learning = new Learning(asked);
  learning.foresee(recorded("english").rules);
  learning.foresee(unlikeGame().rules);
  expect(asked.mock.calls).toEqual([["english"]]);
  const core = await openCore();
  const weigh = vi.spyOn(core.search, "weigh");
  const english = core.game(recorded("english"));
  await Promise.all([learning.prepare(core, english), learning.prepare(core, english)]);
  expect([asked, weigh].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test("no game's weights are larger than a browser should load", () => {
  const names = new Set(golden.weighed.map(([, key]) => key));
  names.delete(null);
  expect(names.size).toBeGreaterThan(0);
  expect(Math.max(...[...names].map((name) => readPacked(name!).length))).toBeLessThanOrEqual(
    500_000,
  );
});
