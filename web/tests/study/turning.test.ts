// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Core } from "../../src/core/core";
import { Ruleset, type Position } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import type { Ply } from "../../src/game/source";
import type { FullReport } from "../../src/generated/messages";
import { FakeSource, stateOf } from "../game/views";

const reportHere = vi.hoisted(() => vi.fn<() => Promise<FullReport>>());
let core: Core;
vi.mock("../../src/study/engine", () => ({
  coreOfPage: () => Promise.resolve(core),
  foresee: () => undefined,
  Engine: vi.fn<() => void>(),
}));
vi.mock("../../src/study/reporting", () => ({ reportHere }));

beforeAll(async () => {
  // With a document, addresses here are none of files.
  core = await Core.open(await WebAssembly.compile(readFileSync("src/generated/core.wasm")));
});
beforeEach(() => reportHere.mockReset());

/** A game of these moves that is over, as its source tells it. */
function game(...moves: string[]) {
  let position: Position = new Ruleset(core, recorded("english")).initial();
  const start = position.full;
  const ply = (last: Ply["last"]): Ply => {
    const { board, turn, fen } = position;
    return { board, turn, fen, last };
  };
  const source = new FakeSource();
  const plies = [ply(null)];
  for (const move of moves) {
    const place = position.parse(move, "legal")!;
    const { short, origin, target, captures, route, crowns } = position.moves("legal")[place]!;
    position = position.play("legal", place);
    plies.push(ply({ text: short, origin, target, captures, route, crowns, faulty: false }));
  }
  source.plies = plies;
  const { view } = stateOf("majority", { variant: "english", house: null, start });
  return { source, view };
}

function report(turning: number | null): FullReport {
  const moment = { kind: "allowed" as const, line: ["23-18"], proven: false };
  return {
    t: "report",
    moves: [],
    moments: [{ ...moment, ply: 2, sentence: "22-17 is a mistake." }],
    accuracy: { white: null, black: null },
    turning_point: turning,
    opening: null,
  };
}

const { signal } = new AbortController();

test("the turning point is the fault that the report names, which is made once", async () => {
  const { turningOf } = await import("../../src/study/turning");
  reportHere.mockResolvedValue(report(2));
  const { source, view } = game("11-15", "22-17");
  const found = { ply: 2, sentence: "22-17 is a mistake." };
  expect(await turningOf(source, view, signal)).toEqual(found);
  expect(await turningOf(source, view, signal)).toEqual(found);
  expect(reportHere).toHaveBeenCalledOnce();
});

test("where no single move lost the game there is none", async () => {
  const { turningOf } = await import("../../src/study/turning");
  reportHere.mockResolvedValue(report(null));
  const { source, view } = game("11-15", "22-18");
  expect(await turningOf(source, view, signal)).toBeNull();
});

test("nor is there one of a game without a move", async () => {
  const { turningOf } = await import("../../src/study/turning");
  const { source, view } = game();
  expect(await turningOf(source, view, signal)).toBeNull();
  expect(reportHere).not.toHaveBeenCalled();
});
