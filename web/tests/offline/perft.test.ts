import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Ruleset, type Position } from "../../src/core/position";
import { KNOWN } from "../../src/core/rules";
import { openCore } from "./core";

interface Row {
  readonly variant: string;
  readonly fen: string;
  readonly depth: number;
  readonly nodes: number;
  readonly counting: "dup" | "uniq" | "distinct_positions";
}

const MOST_NODES = 2_000_000;
/** Routes are counted one by one, through the lists of moves. */
const MOST_ROUTES = 6000;

const file = new URL("../../../data/perft.json", import.meta.url);
const { rows } = JSON.parse(readFileSync(file, "utf8")) as { rows: readonly Row[] };
const core = await openCore();

/** Leaves of the move tree, every route of a capture for itself. */
function routes(position: Position, depth: number): number {
  return position.moves("legal", 256).reduce((total, move, place) => {
    const ways = move.routes?.length ?? 1;
    return total + ways * (depth === 1 ? 1 : routes(position.play("legal", place), depth - 1));
  }, 0);
}

test.each(KNOWN.map((variant) => [variant.key, variant] as const))("%s", (key, variant) => {
  const ruleset = new Ruleset(core, variant);
  let counted = 0;
  for (const { fen, depth, nodes, counting, variant: played } of rows) {
    if (played !== key) continue;
    const position = ruleset.read(fen);
    let found: number;
    if (counting === "uniq" && nodes <= MOST_NODES) {
      found = core.perft(ruleset.number, position.bytes, depth);
    } else if (counting === "dup" && nodes <= MOST_ROUTES) {
      found = routes(position, depth);
    } else continue;
    expect(found, `${fen} to depth ${depth}`).toBe(nodes);
    counted += 1;
  }
  expect(counted).toBeGreaterThan(2);
});
