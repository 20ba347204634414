import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { Learning, unpack, type Fetched } from "../../src/engine/learning";
import { think, type Task, type Thinker } from "../../src/engine/thinking";
import { ask, GAMES } from "../../src/study/finding";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";

// Some hundred moves are chosen, on machines of any speed.
vi.setConfig({ testTimeout: 120_000 });

const fetchWeights: Fetched = (name) => {
  const packed = readFileSync(
    new URL(`../../src/generated/weights/${name}.weights`, import.meta.url),
  );
  return unpack(new Blob([new Uint8Array(packed)]));
};

test.each(golden.found)("%s: levels find a move as often as in the library", async (...given) => {
  const [key, fen, move, rates] = given;
  const core = await openCore();
  const learning = new Learning(fetchWeights);
  const position = new Ruleset(core, recorded(key)).read(fen);
  const { hub } = position.moves("legal")[position.parse(move, "legal")!]!;
  const thinker: Thinker = {
    think: (task: Task) => think(core, task, "", learning),
    stop: () => undefined,
  };
  const found = rates.map((rate) => Math.round(rate * GAMES));
  for (const level of [1, 4, 9, 10]) {
    const asked = Math.min(level, 9);
    const mostly = found.findIndex((count, at) => at >= asked && count >= 7);
    // oxlint-disable-next-line no-await-in-loop -- one core thinks about one thing at a time
    expect(await ask(thinker, position, hub, level)).toEqual({
      level: asked,
      found: found[asked - 1],
      mostly: found[asked - 1]! >= 7 || mostly < 0 ? null : mostly + 1,
    });
  }
});
