import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { Learning, unpacked, weightsOf, type Fetched } from "../../src/offline/learning";
import { Ruleset } from "../../src/offline/position";
import { numbersOf } from "../../src/offline/record";
import { variantOf } from "../../src/offline/rules";
import { search } from "../../src/offline/thinking";
import { openCore } from "./core";
import { golden } from "./golden";

const packed = (name: string): Buffer =>
  readFileSync(new URL(`../../src/generated/weights/${name}.weights`, import.meta.url));

const fetched: Fetched = (name) => unpacked(new Blob([new Uint8Array(packed(name))]));

test("every game and house rules are played by the weights that the library takes", () => {
  for (const [numbers, key] of golden.weighed) expect(weightsOf(numbers)).toBe(key);
  expect(weightsOf(numbersOf(variantOf("lite")))).toBe("brazilian");
});

test("positions have the values that the library's processor finds", async () => {
  const core = await openCore();
  const learning = new Learning(fetched);
  const byHand = new Set<boolean>();
  for (const [key, fen, value] of golden.values) {
    const variant = variantOf(key);
    const numbers = numbersOf(variant);
    const game = core.game(numbers);
    const position = new Ruleset(core, variant).read(fen);
    byHand.add(core.evaluate(game, position.bytes) === value);
    await learning.prepare(core, numbers);
    expect([fen, core.evaluate(game, position.bytes)]).toEqual([fen, value]);
  }
  expect(byHand.has(false)).toBe(true);
});

test("weights are fetched once for a game, and again where that failed; damage is noticed", async () => {
  const core = await openCore();
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const numbers = numbersOf(variantOf("english"));
  const position = core.initial(core.game(numbers));
  const task = { table: "one", numbers, position, past: [], limits: { nodes: 500, repetition: 3 } };
  const asked = vi.fn<Fetched>().mockRejectedValueOnce(new Error("no network"));
  asked.mockResolvedValueOnce(new Uint8Array(1000));
  asked.mockImplementation(fetched);
  const learning = new Learning(asked);
  for (const warned of [0, 1, 1, 1]) {
    await learning.prepare(core, numbers);
    expect(warn).toHaveBeenCalledTimes(warned);
    expect(search(core, task, "").line).not.toHaveLength(0);
  }
  expect(asked).toHaveBeenCalledTimes(3);
  await learning.prepare(core, numbersOf(variantOf("turkish")));
  expect(asked).toHaveBeenCalledTimes(3);
});

test("no game's weights are larger than a browser should load", () => {
  const names = new Set(golden.weighed.map(([, key]) => key));
  names.delete(null);
  expect(names.size).toBeGreaterThan(0);
  expect(Math.max(...[...names].map((name) => packed(name!).length))).toBeLessThanOrEqual(500_000);
});
