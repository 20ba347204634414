import { expect, test } from "vitest";
import { variantOf } from "../../src/core/rules";
import { Ruleset } from "../../src/core/position";
import { Explorer } from "../../src/study/explorer";
import { Library } from "../../src/study/files";
import { play, Node } from "../../src/study/tree";
import { openCore } from "../offline/core";

const hex = (n: number): string => n.toString(16).padStart(16, "0");

test("moves are counted with their results, a game that comes twice once", () => {
  const explorer = new Explorer();
  explorer.add(BigUint64Array.of(1n, 2n, 3n), 0, "white");
  explorer.add(BigUint64Array.of(1n, 2n, 1n, 2n), 1, "black");
  explorer.add(BigUint64Array.of(1n, 4n), 2, "draw");
  explorer.add(BigUint64Array.of(1n), 3, null);
  const { games, branches, places } = explorer.at(hex(1));
  expect(games).toBe(4);
  expect(places).toEqual([3, 2, 1, 0]);
  expect(branches[0]).toEqual({
    to: hex(2),
    games: 2,
    white: 1,
    draws: 0,
    black: 1,
    loss: null,
  });
  expect(branches.slice(1)).toContainEqual({
    to: hex(4),
    games: 1,
    white: 0,
    draws: 1,
    black: 0,
    loss: null,
  });
  expect(branches.slice(1)).toContainEqual({
    to: "",
    games: 1,
    white: 0,
    draws: 0,
    black: 0,
    loss: null,
  });
  expect(explorer.at(hex(9))).toEqual({ games: 0, branches: [], places: [] });
});

test("results are read in every form, and nobody wins by none", async () => {
  const { files } = await openCore();
  const results = ["2-0", "0-1", "1-1", "½-½", "1/2-1/2", "0-0", "*", "1.5-0.5"];
  expect(results.map((result) => files.winner(result))).toEqual([
    "white",
    "black",
    "draw",
    "draw",
    "draw",
    null,
    null,
    "white",
  ]);
});

test("a position is found in every game that comes to it, in whatever order of moves", async () => {
  const core = await openCore();
  const file = [
    '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 2-0',
    '[GameType "20"]\n1. 31-27 20-25 2. 32-28 1-1',
    '[GameType "20"]\n1. 32-28 20-25 2. 31-27 0-2',
    '[GameType "21"]\n1. 11-15 1-0',
  ].join("\n\n");
  const library = new Library(core);
  expect(library.read(new TextEncoder().encode(file))).toHaveLength(4);
  const ruleset = new Ruleset(core, variantOf(core, "international"));
  const root = new Node(null, "root", ruleset.initial());
  expect(library.explore("international", root.position.key).games).toBe(3);
  let node = root;
  for (const hub of ["31-27", "20-25"]) node = play(node, hub)!;
  const found = library.explore("international", node.position.key);
  expect(found.places).toEqual([1]);
  expect(found.branches[0]!.to).toBe(play(node, "32-28")!.position.key);
  expect(library.explore("russian", root.position.key).games).toBe(0);
});

test("what moves cost is the mean of the games that carry evaluations", async () => {
  const core = await openCore();
  const file = [
    // Black begins: what is good for White costs it.
    '[GameType "21"]\n{[%eval 0.5]} 1. 11-15 {[%eval 0.9]} (1. 9-14 {[%eval 9]}) 24-20 {[%eval #-3]} 1-0',
    '[GameType "21"]\n{[%eval 0.1]} 1. 11-15 {good} {[%eval -0.3]} 24-20 0-1',
    '[GameType "21"]\n1. 9-14 {[%eval 1]} *',
    '[GameType "21"]\n1. 11-15 24-20 *',
  ].join("\n\n");
  const library = new Library(core);
  expect(library.read(new TextEncoder().encode(file))).toHaveLength(4);
  const ruleset = new Ruleset(core, variantOf(core, "english"));
  const root = new Node(null, "root", ruleset.initial());
  const branches = (node: Node): unknown =>
    library.explore("english", node.position.key).branches.map(({ games, loss }) => [games, loss]);
  expect(branches(root)).toEqual([
    [3, 20],
    [1, null],
  ]);
  expect(branches(play(root, "11-15")!)).toEqual([[3, 1090]]);
});
