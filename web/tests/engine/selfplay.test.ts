import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import facts from "../../src/generated/offline.json";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { agree } from "../../src/core/setup";
import { Endings } from "../../src/engine/endings";
import type { FetchedFile } from "../../src/engine/handing";
import { Learning, unpack, type Fetched } from "../../src/engine/learning";
import { ladderOf } from "../../src/engine/levels";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";
import { playAt } from "./selfplay";

// Whole games are played, on machines of any speed.
vi.setConfig({ testTimeout: 120_000 });

const tables: FetchedFile = (name) =>
  Promise.resolve(
    new Uint8Array(
      readFileSync(new URL(`../../src/generated/endgames/${name}.endgame`, import.meta.url)),
    ),
  );

const fetchWeights: Fetched = (name) => {
  const packed = readFileSync(
    new URL(`../../src/generated/weights/${name}.weights`, import.meta.url),
  );
  return unpack(new Blob([new Uint8Array(packed)]));
};

test.each(golden.played)(
  "%s: level %i with the seed %i plays as in the library",
  async (...given) => {
    const [key, number, seed, moves] = given;
    const core = await openCore();
    const known = core.game(recorded(key));
    await new Learning(fetchWeights).prepare(core, known);
    const level = {
      ...facts.levels[ladderOf(known.variant.rules)][number - 1]!,
      seed,
    };
    const game = new Game(agree(new Ruleset(core, known.variant).initial(), {}));
    expect(moves.length).toBeGreaterThan(10);
    expect(playAt(level, game, moves.length)).toEqual(moves);
  },
);

// The mend against circles, and the order of tables and book, reached the library alone.
test.each(golden.ended)(
  "%s: %s is played out by level %i as in the library",
  async (key, start, number, nodes, moves) => {
    const core = await openCore();
    const known = core.game(recorded(key));
    const first = new Ruleset(core, known.variant).read(start);
    await new Learning(fetchWeights).prepare(core, known);
    await new Endings(tables).prepare(core, known, first.board);
    const own = facts.levels[ladderOf(known.variant.rules)][number - 1]!;
    const level = { ...own, nodes: Math.min(own.nodes, nodes), seed: 1 };
    expect(moves.length).toBeGreaterThan(8);
    expect(playAt(level, new Game(agree(first, {})), moves.length)).toEqual(moves);
  },
);
