import { beforeAll, expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { variantOf } from "../../src/core/rules";
import { agree } from "../../src/core/setup";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

test("a capture of one jump was ambiguous, and written as the hub does", () => {
  const start = new Ruleset(core, variantOf(core, "russian")).read("W:Wd6:Bc5,e7,g7,g5,e5");
  const game = new Game(agree(start, {}));
  expect(game.state.legal.map(({ text }) => text).sort()).toEqual([
    "d6:a3",
    "d6:a7",
    "d6:b4",
    "d6:b6",
    "d6:f8:h6:f4:d6:b4",
  ]);
  game.play("d6:b4", "white");
  expect(game.state.move!.captures).toHaveLength(1);
  expect(game.events.at(-1)).toMatchObject({ kind: "played", move: "d6:b4" });
});
