import { beforeAll, expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import type { Fault } from "../../src/core/files";
import { Ruleset } from "../../src/core/position";
import { house, variantOf } from "../../src/core/rules";
import { lawAt } from "../../src/study/draw-counts";
import { Library } from "../../src/study/files";
import { grow } from "../../src/study/opening";
import {
  huffedAt,
  isMain,
  lineFrom,
  makeMain,
  Node,
  nodeAfter,
  play,
  pliesOf,
  promote,
  remove,
  replaceBoard,
  rowsOf,
  treeOf,
} from "../../src/study/tree";
import { numberOf } from "../../src/study/move-numbers";
import { written } from "../../src/study/pdn";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

function rootOf(key: string, fen = ""): Node {
  const ruleset = new Ruleset(core, variantOf(core, key));
  return new Node(null, "root", fen ? ruleset.read(fen) : ruleset.initial());
}

/** Play a line; the nodes of its moves. */
function line(from: Node, ...texts: string[]): Node[] {
  const nodes: Node[] = [];
  for (const text of texts) {
    const before = nodes.at(-1) ?? from;
    const { hub } = before.position.moves("legal").find((move) => move.short === text)!;
    nodes.push(play(before, hub)!);
  }
  return nodes;
}

test("a move that stands in the tree is followed, another one begins a variation", () => {
  const root = rootOf("english");
  const [first] = line(root, "11-15", "24-20");
  expect(play(root, "11-15")).toBe(first);
  expect(play(root, "9-14")!.parent).toBe(root);
  expect(play(root, "9-13-18")).toBeNull();
  expect(root.children.map(({ text }) => text)).toEqual(["11-15", "9-14"]);
});

test("rows tell how long the main line is, whatever varies from it", () => {
  const root = rootOf("english");
  expect(pliesOf(rowsOf(root))).toBe(0);
  const [first] = line(root, "11-15", "24-20", "8-11");
  line(first!, "23-19", "8-11", "22-17", "4-8");
  line(root, "9-14");
  expect(pliesOf(rowsOf(root))).toBe(3);
});

test("variations go up place by place, become the main line, and go", () => {
  const root = rootOf("english");
  for (const hub of ["11-15", "9-14", "10-15"]) play(root, hub);
  const last = line(root.children[2]!, "22-17")[0]!;
  expect(isMain(last)).toBe(false);
  expect(promote(last)).toBe(true);
  expect(root.children.map(({ text }) => text)).toEqual(["11-15", "10-15", "9-14"]);
  expect(makeMain(last)).toBe(true);
  expect(lineFrom(root).at(-1)).toBe(last);
  expect(promote(last)).toBe(false);
  expect(remove(last.parent!)).toBe(root);
  expect(root.children.map(({ text }) => text)).toEqual(["11-15", "9-14"]);
});

test("a tree is the same after it was kept", () => {
  const root = rootOf("russian");
  const [, second] = line(root, "c3-d4", "b6-a5", "d4-c5");
  second!.comment = "bold";
  second!.nags.push(5);
  line(root, "e3-f4");
  const { root: again, nodes } = treeOf(rowsOf(root), root.position);
  expect(rowsOf(again)).toEqual(rowsOf(root));
  expect(nodes).toHaveLength(rowsOf(root).length);
});

test("what the rules no longer allow is left out with all behind it", () => {
  const root = rootOf("english");
  line(root, "11-15", "22-18", "15x22");
  const rows = rowsOf(root).map((row) => (row[2] === "22-18" ? [row[0], row[1], "22-26"] : row));
  const { root: again } = treeOf(rows as ReturnType<typeof rowsOf>, root.position);
  expect(lineFrom(again).map(({ text }) => text)).toEqual(["FEN", "11-15"]);
});

test("moves are numbered as they are counted in the game", () => {
  const root = rootOf("english", "W:W22:B15");
  const nodes = line(root, "22-17", "15-18");
  expect(nodes.map(numberOf)).toEqual([
    { number: 1, second: true },
    { number: 2, second: false },
  ]);
});

test("a piece that was huffed is no move of its own", () => {
  const root = rootOf("english");
  const [, second] = line(root, "9-13", "22-17");
  const third = play(second!, "11-15", "faulty")!;
  const huffed = replaceBoard(third, third.position.without(13), "setup");
  const [reply] = line(huffed, "17-14");
  expect([third, huffed, reply!].map(numberOf)).toEqual([
    { number: 2, second: false },
    { number: 2, second: false },
    { number: 2, second: true },
  ]);
  expect([third, huffed, reply!].map(huffedAt)).toEqual([0, 13, 0]);
  expect([0, 2, 3, 4, 5].map((moves) => nodeAfter(root, moves))).toEqual([
    root,
    second,
    huffed,
    reply,
    null,
  ]);
});

test("a position that was set up instead is no piece huffed", () => {
  const root = rootOf("english");
  const { ruleset } = root.position;
  const other = replaceBoard(root, ruleset.read("B:W22:B15"), "setup");
  const crowned = replaceBoard(other, ruleset.read("B:W22:BK15"), "setup");
  expect([other, crowned].map(huffedAt)).toEqual([0, 0]);
});

test("a game written as PDN is read as the same tree", () => {
  const text = [
    '[White "Anna \\"A\\""]',
    '[Black "Bert"]',
    '[GameType "20"]',
    "1. 32-28 {main} 19-23 $2 (1... 18-23 {other [%eval 0.10]} (1... 20-25 2. 37-32) 2. 37-32)",
    "2. 28x19 14x23 3. 37-32 2-0",
  ].join("\n");
  const read = (file: string): { root: Node; tags: Readonly<Record<string, string>> } => {
    const library = new Library(core);
    const [listed] = library.read(new TextEncoder().encode(file));
    expect(listed).toMatchObject({ game: "international", faults: [] });
    const { items, tags } = library.open(0)!;
    const root = rootOf("international");
    grow(root, items);
    return { root, tags };
  };
  const { root, tags } = read(text);
  expect(rowsOf(root)).toHaveLength(10);
  const again = read(written(root, tags));
  expect(rowsOf(again.root)).toEqual(rowsOf(root));
  expect(again.tags["White"]).toBe('Anna "A"');
});

test("a tree longer than the input of the core is written whole", () => {
  const root = rootOf("english", "W:WK32:BK1");
  const there = ["32-27", "1-6", "27-32", "6-1"];
  const nodes = line(root, ...Array.from({ length: 100 }, () => there).flat());
  nodes[0]!.comment = "word ".repeat(30_000).trim();
  nodes[3]!.nags.push(5, 14);
  const text = written(root, { Event: "long" });
  expect(text.split("word")).toHaveLength(30_001);
  expect(text).toMatch(/ 3\. 6-1!\?\s\$14/);
  expect(text).toMatch(/\s201\. 6-1\s\*\n\n$/);
  const library = new Library(core);
  expect(library.read(new TextEncoder().encode(text))).toMatchObject([{ moves: 400, faults: [] }]);
});

test("the game of a tree is named as the library names it", () => {
  const ours = house(
    { ...rootOf("english").position.ruleset.variant.rules, flying: true },
    "numeric",
    "Ours",
  );
  const { ruleset } = new Ruleset(core, variantOf(core, ours)).initial();
  const text = written(new Node(null, "root", ruleset.initial()), { GameType: "20" });
  expect(text).toContain('[GameType "95,B,8,8,N1,0"]');
  expect(text).toContain('[Rules "{');
});

test("broken games are listed with what is wrong, and the others open", () => {
  const file = [
    '[White "A"]\n[GameType "21"]\n1. 11-15 24-20 *\n',
    '[White "B"]\n[GameType "21"]\n1. 11-15 11-15 *\n',
    '[White "C"]\n[GameType "50"]\n1. e2-e4 *\n',
    '[White "D"]\n1. c3-d4 b6-a5 2. d4-c5 *\n',
  ].join("\n");
  const library = new Library(core);
  const games = library.read(new TextEncoder().encode(file));
  expect(games.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
    [],
    ["illegal_move"],
    ["unknown_game"],
    [],
  ]);
  expect(games[1]).toMatchObject({ moves: 1, faults: [{ line: 7 }] });
  expect(library.open(1)!.faults).toEqual(games[1]!.faults);
  expect(library.open(1)!.items.slice(0, 2)).toEqual([
    ["move", "11-15"],
    ["refused", "11-15"],
  ]);
  expect(library.open(2)).toBeNull();
  expect(games[3]!.game).toBe("brazilian");
});

/** A file read, its first game as a tree, and written again. */
function rewrite(file: string): { root: Node; text: string; faults: readonly Fault[] } {
  const library = new Library(core);
  library.read(new TextEncoder().encode(file));
  const { variant, fen, items, tags, faults } = library.open(0)!;
  const root = rootOf(variant.key, fen);
  grow(root, items);
  return { root, text: written(root, tags), faults };
}

test("marks of three signs are those of two, as the library reads them", () => {
  const { root, faults } = rewrite('[GameType "20"]\n\n1. 32-28!!! 19-23??? 2. 28x19(?!) *');
  expect(faults).toEqual([]);
  expect(rowsOf(root).flatMap(([, , , , , nags]) => nags ?? [])).toEqual([3, 4, 6]);
});

const ILLEGAL = `[GameType "20"]
[White "A"]
[Black "B"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-29 4. 34x23 18x29 5. 33x24 20x18 6. 40-34 2-0
`;

test("a move that the rules refuse is told, and stays with all behind it", () => {
  const { root, text, faults } = rewrite(ILLEGAL);
  expect(faults).toMatchObject([{ code: "illegal_move", line: 6, column: 70, text: "20x18" }]);
  expect(
    lineFrom(root)
      .slice(-3)
      .map(({ kind, text }) => [kind, text]),
  ).toEqual([
    ["move", "33x24"],
    ["unread", "20x18"],
    ["unread", "40-34"],
  ]);
  expect(text.replaceAll("\n", " ")).toContain("5. 33x24 {unread: 5... 20x18 6. 40-34} *");
  const again = rewrite(text);
  expect(again.faults).toEqual([]);
  expect(again.text).toBe(text);
  const kept = treeOf(rowsOf(root), root.position);
  expect(written(kept.root, {})).toBe(written(root, {}));
});

test("a line and a column of the second game are those of the file", () => {
  const library = new Library(core);
  const file = `[GameType "20"]\n\n1. 32-28 *\n\n${ILLEGAL}`;
  const [, second] = library.read(new TextEncoder().encode(file));
  expect(second!.faults).toMatchObject([{ line: 10, column: 70 }]);
  expect(library.open(1)!.faults).toEqual(second!.faults);
});

test("results and games that contradict themselves are told with the place of the tag", () => {
  const file = [
    '[White "A"]\n[GameType "20"]\n[Result "0-2"]\n1. 32-28 19-23 2-0\n',
    '[White "B"]\n[GameType "20"]\n[Result "2-0F"]\n1. 32-28 19-23 1-0\n',
    '[White "C"]\n [GameType "20"]\n1. 11-15 22-18 2. 15x22 25x18 *\n',
  ].join("\n");
  const library = new Library(core);
  const [first, second, third] = library.read(new TextEncoder().encode(file));
  expect(first!.faults).toEqual([{ code: "other_result", line: 3, column: 1, text: "0-2 / 2-0" }]);
  expect(second!.faults).toEqual([]);
  expect(third!.faults).toEqual([{ code: "other_game", line: 12, column: 2, text: "20" }]);
});

test("a game without tags is opened as the one that it was listed as", () => {
  const file = `1. 11-15 22-18 2. 15x22 25x18 *\n\n[GameType "20"]\n1. 32-28 19-23 *\n`;
  const library = new Library(core);
  const [first] = library.read(new TextEncoder().encode(file));
  expect(first!.game).toBe("english");
  expect(library.open(0)!.variant.key).toBe("english");
});

test("a result that stands behind the moves alone is written, too", () => {
  expect(rewrite('[GameType "20"]\n1. 32-28 19-23 2-0\n').text).toContain('[Result "2-0"]');
});

test("a move in place of one that could not be read becomes the main line", async () => {
  const { Study } = await import("../../src/study/study");
  const { root } = rewrite(ILLEGAL);
  const unread = lineFrom(root).find(({ kind }) => kind === "unread")!;
  const study = new Study(root.position.ruleset, root, unread);
  const { hub } = unread.position.moves("legal")[0]!;
  const made = study.play(hub)!;
  expect(made.parent).toBe(unread.parent);
  expect(unread.parent!.children).toEqual([made, unread]);
  expect(written(root, {}).replaceAll("\n", " ")).toContain("{unread: (5... 20x18 6. 40-34)}");
  study.close();
});

test("what stands beside the moves is kept: junk, signs, comments, results in variations", () => {
  const { text } = rewrite(
    '[GameType "21"]\n1. 11-15 @@ 24-20 (1... $2 22-18 {a} 1-0) ({alone}) 2. 8-11 $14 *\n',
  );
  expect(text).toContain("unread: @@");
  expect(text).toMatch(/22-18\?\s\{a 1-0\}/);
  expect(text).toContain("alone");
  expect(text).toContain("$14");
});

test("commands in comments are kept as they stand", () => {
  const file = `[GameType "20"]\n\n1. 31-26 {[%clock w0:10:00 B0:10:00] [%eval 0.45]} 18-22
{[%clock W0:10:00 b0:09:48] [%csl G22,R23][%cal G22x31] watch this} 2. 34-30 {[%clk 0:09:57]} *`;
  const { text } = rewrite(file);
  for (const each of ["[%clock w0:10:00 B0:10:00] [%eval 0.45]", "[%csl G22,R23][%cal G22x31]"]) {
    expect(text).toContain(each);
  }
  expect(text).toContain("{[%clk 0:09:57]}");
});

test("an old Russian file is read by its letters", () => {
  const text = '[White "Куперман"]\n[GameType "25"]\n1. c3-d4 *';
  const bytes = Uint8Array.from(text, (sign) => {
    const code = sign.codePointAt(0)!;
    return code < 0x80 ? code : code - 0x410 + 0xc0;
  });
  expect(new Library(core).read(bytes)[0]!.tags["White"]).toBe("Куперман");
});

test("E25 a repeated position is counted, and analysis goes on after it", () => {
  const root = rootOf("english", "W:WK32:BK1");
  const there = ["32-27", "1-6", "27-32", "6-1"];
  const nodes = line(root, ...there, ...there, ...there);
  const counted = lawAt(nodes.at(-1)!)!.counters.find(({ unit }) => unit === "occurrences");
  expect(nodes).toHaveLength(12);
  expect(counted!.made).toBeGreaterThanOrEqual(3);
});

test("a position is looked at in several lines, each depth told as it is done", async () => {
  const { readFileSync } = await import("node:fs");
  const { Core } = await import("../../src/core/core");
  const file = new URL("../../src/generated/core.wasm", import.meta.url);
  const told: number[] = [];
  const own = await Core.open(await WebAssembly.compile(readFileSync(file)), ({ depth }) =>
    told.push(depth),
  );
  const { number } = new Ruleset(own, variantOf(own, "english"));
  const found = own.search.analyse(number, own.initial(number), [], {
    lines: 3,
    repetition: 3,
    depth: 6,
  });
  expect(told).toEqual([1, 2, 3, 4, 5, 6]);
  expect(found.lines).toHaveLength(3);
  expect(new Set(found.lines.map(({ moves }) => moves[0])).size).toBe(3);
});

test("a position with 40 kings ends after bounded work", async () => {
  const white = Array.from({ length: 20 }, (_, n) => `K${n + 31}`);
  const black = Array.from({ length: 20 }, (_, n) => `K${n + 1}`);
  const root = rootOf("international", `W:W${white.join()}:B${black.join()}`);
  const { number } = root.position.ruleset;
  const looking = { lines: 1, repetition: 3, nodes: 2000 };
  const found = core.search.analyse(number, root.position.bytes, [], looking);
  expect(found.lines[0]!.moves.length).toBeGreaterThan(0);
  expect(found.nodes).toBeLessThan(25_000);
});
