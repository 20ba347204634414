import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import { Learning, unpack } from "../../src/engine/learning";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { ideaOf, inWords } from "../../src/study/report-text";
import { Node, play } from "../../src/study/tree";
import { openCore } from "../offline/core";
import { catalogueOf, golden } from "../offline/golden";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

const weights = (name: string): Promise<Uint8Array> => {
  const file = new URL(`../../src/generated/weights/${name}.weights`, import.meta.url);
  return unpack(new Blob([new Uint8Array(readFileSync(file))]));
};

describe("the report of a game is the same here and at the server", () => {
  test.each(golden.reports.map((report, index) => [index, report] as const))(
    "%i",
    async (_, { variant: key, moves, nodes, drawn, said }) => {
      const game = core.game(recorded(key));
      const { variant } = game;
      const root = new Node(null, "root", new Ruleset(core, variant).initial());
      const line: Node[] = [];
      for (const hub of moves) line.push(play(line.at(-1) ?? root, hub)!);
      await new Learning(weights).prepare(core, game);
      const total = core.reports.begin(game.number, root.position.bytes, moves, drawn);
      expect(total).toBe(moves.length);
      for (let known = 0; known < core.reports.due();) {
        known = core.reports.step(nodes, variant.rules.repetition);
      }
      for (const language of ["de", "en"] as const) {
        const speech = catalogueOf(language).of(key);
        const { opening } = said[language];
        const { motifs, ...report } = inWords(core.reports.written(), line, speech, opening ?? "");
        expect(report).toEqual(said[language]);
        expect(motifs).toHaveLength(report.moments.length);
      }
    },
  );

  test("and some of them have moments", () => {
    expect(golden.reports.some(({ said }) => said.en.moments.length > 2)).toBe(true);
    expect(golden.reports.some(({ said }) => said.en.accuracy.white !== null)).toBe(true);
  });
});

test("a game with a move that is not legal is no game to report on", () => {
  const { number: game } = core.game(recorded(golden.reports[0]!.variant));
  expect(core.reports.begin(game, core.initial(game), ["11-15", "11-15"], 0)).toBe(0);
  expect(core.reports.begin(game, core.initial(game), [], 0)).toBe(0);
  const endless = Array.from({ length: 20_000 }, () => "11-15");
  expect(core.reports.begin(game, core.initial(game), endless, 0)).toBe(0);
  expect(core.reports.claim(game, core.initial(game), endless)).toBeNull();
});

test("of a line is said what can be seen on the board, and nothing else", () => {
  const ruleset = new Ruleset(core, recorded("english"));
  const { number: game } = core.game(recorded(golden.reports[0]!.variant));
  const speech = catalogueOf("en").of("english");
  const { bytes } = ruleset.read("W:W5,29,31,32:B17,20,22,26");
  const shot = core.reports.claim(game, bytes, ["29-25", "22x29x25", "31x13x26x17"]);
  expect(ideaOf(shot!, speech)).toBe(
    "the shot 29-25 22x29 31x13 wins a piece; every reply is forced.",
  );
  expect(core.reports.claim(game, bytes, ["31-27"])).toBeNull();
});
