import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import facts from "../../src/generated/offline.json";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { agree } from "../../src/core/setup";
import { Learning, unpacked, type Fetched } from "../../src/engine/learning";
import { ladderOf } from "../../src/offline/opponent";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";
import { playedBy } from "./selfplay";

// Whole games are played, on machines of any speed.
vi.setConfig({ testTimeout: 120_000 });

const fetched: Fetched = (name) => {
  const packed = readFileSync(
    new URL(`../../src/generated/weights/${name}.weights`, import.meta.url),
  );
  return unpacked(new Blob([new Uint8Array(packed)]));
};

test.each(golden.played)(
  "%s: level %i with the seed %i plays as in the library",
  async (...given) => {
    const [key, number, seed, moves] = given;
    const core = await openCore();
    const known = core.game(recorded(key));
    await new Learning(fetched).prepare(core, known);
    const level = {
      ...facts.levels[ladderOf(known.variant.rules)][number - 1]!,
      ...facts.thinking,
      seed,
    };
    const game = new Game(agree(new Ruleset(core, known.variant).initial(), {}));
    expect(moves.length).toBeGreaterThan(10);
    expect(playedBy(level, game, moves.length)).toEqual(moves);
  },
);
