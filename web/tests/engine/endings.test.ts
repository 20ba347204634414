import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import carried from "../../src/generated/endgames.json";
import facts from "../../src/generated/offline.json";
import { Core } from "../../src/core/core";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import type { Analysed } from "../../src/core/search";
import { agree } from "../../src/core/setup";
import { Endings, tablesOf } from "../../src/engine/endings";
import type { FetchedFile } from "../../src/engine/handing";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";

// Whole games are played out, on machines of any speed.
vi.setConfig({ testTimeout: 120_000 });

const file = (name: string): Uint8Array =>
  new Uint8Array(
    readFileSync(new URL(`../../src/generated/endgames/${name}.endgame`, import.meta.url)),
  );
const fetchFile: FetchedFile = (name) => Promise.resolve(file(name));

test("every game and house rules have the tables that the library takes", () => {
  for (const [rules, name] of golden.tabled)
    expect([rules, tablesOf(rules)]).toEqual([rules, name]);
  expect(tablesOf(recorded("lite").rules)).toBe("brazilian");
});

test("positions have the values, distances and draw rules that the library finds", async () => {
  const core = await openCore();
  const endings = new Endings(fetchFile);
  expect(golden.known.length).toBeGreaterThan(400);
  for (const [key, fen, verdict] of golden.known) {
    const known = core.game(recorded(key));
    const position = new Ruleset(core, known.variant).read(fen);
    await endings.prepare(core, known, position.board);
    const said = core.search.askEndgames(known.number, position.bytes);
    expect([fen, said]).toMatchObject([fen, verdict]);
    expect(Math.sign(said?.score ?? 0)).toBe(said?.cutBy === null ? said.value : 0);
  }
});

test("no tables are larger than a browser should load", () => {
  for (const { name } of carried) expect(file(name).length).toBeLessThanOrEqual(1_000_000);
});

test.each([
  ["P10: two kings and a man against a king", "international", "W:WK40,K45,50:BK11", 31],
  ["three kings against one", "international", "W:WK22,K6,K38:BK49", 15],
  ["three kings against one", "russian", "W:WKa1,Kc1,Ke1:BKb8", 21],
  ["two kings against one", "english", "W:WK31,K32:BK4", null],
])("the computer wins %s (%s), as soon as can be", async (_, key, fen, longest) => {
  const core = await openCore();
  const known = core.game(recorded(key));
  const start = new Ruleset(core, known.variant).read(fen);
  await new Endings(fetchFile).prepare(core, known, start.board);
  const distance = core.search.askEndgames(known.number, start.bytes);
  expect(distance?.value).toBe(1);
  if (longest) expect(distance!.plies).toBe(longest);
  const [best] = facts.levels.english.slice(-1);
  const level = { ...best!, nodes: 1, seconds: 5, seed: 1 };
  const game = new Game(agree(start, {}));
  for (let ply = 0; ply < distance!.plies!; ply += 1) {
    expect(game.outcome).toBe(null);
    game.add(game.decide(game.turn, level)[0]);
  }
  expect(game.outcome?.winner).toBe("white");
});

test("tables are fetched when few pieces are left, once, and again where that failed", async () => {
  const core = await openCore();
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const known = core.game(recorded("english"));
  const ruleset = new Ruleset(core, known.variant);
  const first = ruleset.initial();
  const few = ruleset.read("W:WK15,K32:B16,K28");
  const asked = vi.fn<FetchedFile>(fetchFile).mockRejectedValueOnce(new Error("no network"));
  const endings = new Endings(asked);
  await endings.prepare(core, known, first.board);
  expect(asked).toHaveBeenCalledTimes(0);
  await endings.prepare(core, known, few.board);
  expect(core.search.askEndgames(known.number, few.bytes)).toBe(null);
  await endings.prepare(core, known, few.board);
  await endings.prepare(core, known, few.board);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(core.search.askEndgames(known.number, few.bytes)).toEqual({
    value: 1,
    plies: 31,
    cutBy: null,
    score: 29_969,
  });
  expect(warn).not.toHaveBeenCalled();
});

test("files that are damaged, or of another board, are not taken", async () => {
  const core = await openCore();
  const { number } = core.game(recorded("english"));
  const damaged = file("english");
  damaged[200]! ^= 1;
  expect(core.search.addEndgames(number, damaged)).toBe(false);
  expect(core.search.addEndgames(number, new Uint8Array(10))).toBe(false);
  const turkish = core.game(recorded("turkish"));
  expect(core.search.addEndgames(turkish.number, file("english"))).toBe(false);
});

const LEAST_WIN = 29_600;

test("no line of an analysis contradicts the tables", async () => {
  const told: Analysed[] = [];
  const module = await WebAssembly.compile(
    readFileSync(new URL("../../src/generated/core.wasm", import.meta.url)),
  );
  const core = await Core.open(module, (found) => told.push(found));
  const endings = new Endings(fetchFile);
  const known = golden.known.filter(([, , verdict]) => verdict !== null);
  expect(known.length).toBeGreaterThan(300);
  for (const [index, [key, fen]] of known.entries()) {
    const game = core.game(recorded(key));
    const position = new Ruleset(core, game.variant).read(fen);
    await endings.prepare(core, game, position.board);
    if (position.legal.length === 0) continue;
    told.length = 0;
    const wish = { lines: 1 + (index % 3), repetition: 3, nodes: 300 };
    told.push(core.search.analyse(game.number, position.bytes, [], wish));
    for (const { lines } of told) {
      const scores = lines.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(lines).toHaveLength(Math.min(wish.lines, position.legal.length));
      for (const { score, moves, tables } of lines) {
        const place = position.legal.findIndex(({ hub }) => hub === moves[0]);
        const after = position.play("legal", place);
        const said = core.search.askEndgames(game.number, after.bytes)!;
        const worth = [0 - said.value, said.plies === null ? null : said.plies + 1];
        expect([fen, tables!.value, tables!.plies]).toEqual([fen, ...worth]);
        if (tables!.value === 0 || tables!.cut) expect(score).toBe(0);
        else expect(tables!.value * score).toBeGreaterThanOrEqual(LEAST_WIN);
      }
    }
  }
});

test("a drawn ending recommends no move that loses", async () => {
  const core = await openCore();
  const game = core.game(recorded("russian"));
  const position = new Ruleset(core, game.variant).read("B:Wg5,b2,a1:BKg3");
  await new Endings(fetchFile).prepare(core, game, position.board);
  const wish = { lines: 3, repetition: 3, nodes: 20_000 };
  const { lines } = core.search.analyse(game.number, position.bytes, [], wish);
  expect(lines[0]).toMatchObject({ score: 0, tables: { value: 0 } });
});
