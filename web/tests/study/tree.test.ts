import { beforeAll, expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import { Ruleset } from "../../src/core/position";
import { house, variantOf } from "../../src/core/rules";
import { lawAt } from "../../src/study/counting";
import { Library } from "../../src/study/files";
import { grow } from "../../src/study/opening";
import {
  isMain,
  lineFrom,
  makeMain,
  Node,
  play,
  pliesOf,
  promote,
  remove,
  rowsOf,
  treeOf,
} from "../../src/study/tree";
import { numberOf } from "../../src/study/numbering";
import { written } from "../../src/study/writing";
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
    expect(listed).toMatchObject({ game: "international", fault: null });
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
  expect(library.read(new TextEncoder().encode(text))).toMatchObject([{ moves: 400, fault: null }]);
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
  expect(games.map(({ fault }) => fault?.code ?? null)).toEqual([
    null,
    "illegal_move",
    "unknown_game",
    null,
  ]);
  expect(games[1]).toMatchObject({ moves: 1, fault: { line: 7 } });
  expect(library.open(1)!.items.slice(0, 2)).toEqual([
    ["move", "11-15"],
    ["refused", "11-15"],
  ]);
  expect(library.open(2)).toBeNull();
  expect(games[3]!.game).toBe("brazilian");
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
