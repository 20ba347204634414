import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordOf } from "../../src/core/game";
import { Endings } from "../../src/engine/endings";
import facts from "../../src/generated/offline.json";
import { agreed, begin } from "../../src/offline/opening";
import { ladderOf } from "../../src/engine/levels";
import { answerTime, asked, decide, hint, verdictOf } from "../../src/offline/opponent";
import type { Table } from "../../src/offline/table";
import { think, type Task, type Thinker } from "../../src/engine/thinking";
import { openCore } from "./core";
import { golden } from "./golden";
import { core } from "./stage";

const endings = new Endings((name) => {
  const file = new URL(`../../src/generated/endgames/${name}.endgame`, import.meta.url);
  return Promise.resolve(new Uint8Array(readFileSync(file)));
});

const thinker: Thinker = {
  think: async (task: Task) => think(core, task, ""),
  stop: () => {},
};

function tableOf(level: number, start: string, variant = "english"): Table {
  const wish = { variant, start, opponent: { kind: "computer", level }, side: "white" } as const;
  return begin(`local${level}`, agreed(core, wish), "Anna", "", 1000);
}

test("of ten levels none errs more than the one below, or looks at fewer captures", () => {
  for (const levels of Object.values(facts.levels)) {
    expect(levels).toHaveLength(10);
    const noise = levels.map((level) => level.noise);
    expect(noise).toEqual([...noise].sort((a, b) => b - a));
    const captures = levels.map((level) => level.quiescence_depth);
    expect(captures).toEqual([...captures].sort((a, b) => a - b));
  }
});

test("every game has the levels of the game that the library finds most like it", () => {
  for (const [rules, ladder] of golden.laddered) {
    expect([rules, ladderOf(rules)]).toEqual([rules, ladder]);
  }
});

test.each([3, 6, 10])(
  "level %i takes two pieces rather than one",
  async (level) => {
    const table = tableOf(level, "B:W10,18,19,31,32:B7,15,1");
    const { legal } = table.game.state.position;
    expect(legal.map(({ captures }) => captures.length).sort()).toEqual([1, 1, 2]);
    expect(asked(table)).toBe("black");
    (await decide(table, thinker))(table, 2000);
    expect(table.game.state.move!.captures).toHaveLength(2);
  },
  60_000,
);

test("the same game is answered alike, after the time a person takes", async () => {
  const start = "B:W21,22,23,24,25,26,27,28:B1,2,3,4,5,6,7,8";
  const moves = [tableOf(4, start), tableOf(4, start)].map(async (table) => {
    (await decide(table, thinker))(table, 2000);
    return table.game.state.move!.hub;
  });
  const [one, two] = await Promise.all(moves);
  expect(one).toBe(two);
  for (const level of [1, 6, 7, 10]) {
    const wait = answerTime(tableOf(level, start)) - 1000;
    expect(wait).toBeGreaterThanOrEqual(300);
    expect(wait).toBeLessThanOrEqual(level < 7 ? 900 : 400);
  }
});

test("a lost game is gladly drawn, a won one is not", async () => {
  for (const [fen, kind] of [
    ["W:WK1,K2,K3,K10:BK32", "draw_accepted"],
    ["W:WK32:BK1,K2,K3,K10", "draw_declined"],
  ] as const) {
    const table = tableOf(5, fen);
    table.game.add({ kind: "draw_offered", by: "white" });
    (await decide(table, thinker))(table, 2000);
    expect(table.game.events.at(-1)).toMatchObject({ kind, by: "black" });
  }
});

test("a hint finds the shot that gives up a man and wins", async () => {
  const table = tableOf(1, "W:W22,27,29,30,31,32:B1,5,6,14,21,28");
  const line = await hint(table, thinker);
  expect(line[0]).toBe("30-25");
  expect(line.length).toBeGreaterThan(2);
});

test("a verdict is given by tables, then by what a search proves, then by the margin", () => {
  const won = { said: "tables", value: 1, plies: 61 } as const;
  expect(verdictOf(won, 1)).toEqual({ advantage: true, reason: "tables: win in 61 plies" });
  expect(verdictOf(won, -1)).toEqual({ advantage: false, reason: "tables: loss in 61 plies" });
  const drawn = { said: "tables", value: 0, plies: -1 } as const;
  expect(verdictOf(drawn, 1)).toEqual({ advantage: false, reason: "tables: draw" });
  const searched = { said: "search", depth: 20, nodes: 9000, value: 0, plies: -1 } as const;
  const proved = verdictOf({ ...searched, score: 29_977, value: 1, plies: 23 }, 1);
  expect(proved).toEqual({ advantage: true, reason: "search: win in 23 plies" });
  expect(verdictOf({ ...searched, score: 29_700, value: 1 }, 1).reason).toBe("search: win");
  const ahead = { advantage: true, reason: "margin: nodes 9000, depth 20, score +100, margin 100" };
  expect(verdictOf({ ...searched, score: 100 }, 1)).toEqual(ahead);
  expect(verdictOf({ ...searched, score: 99 }, 1).advantage).toBe(false);
});

test("a verdict on the First Position is that of the tables", async () => {
  const start = "W:WK19,K23:B12,K28";
  const table = tableOf(5, start);
  const fresh = await openCore();
  const record = recordOf(table.game, { white: "", black: "" });
  const question = { what: "judge", nodes: 1000, seconds: 5 } as const;
  const judged = await think(fresh, { table: "one", record, question }, "", undefined, endings);
  expect(judged).toEqual({ said: "tables", value: 1, plies: 61 });
});

test("a draw that the tables have is taken, though the score is that of men ahead", async () => {
  const table = tableOf(10, "B:Wg5,b2,a1:BKg3", "russian");
  table.game.add({ kind: "draw_offered", by: "white" });
  const fresh = await openCore();
  const knowing: Thinker = {
    think: async (task: Task) => think(fresh, task, "", undefined, endings),
    stop: () => {},
  };
  (await decide(table, knowing))(table, 2000);
  expect(table.game.events.at(-1)).toMatchObject({ kind: "draw_accepted", by: "black" });
});
