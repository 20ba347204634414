// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { beforeAll, expect, it, vi } from "vitest";
import english from "../../src/generated/locales/en.json";
import { Core } from "../../src/core/core";
import { Ruleset, type Position } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import type { Ply } from "../../src/game/source";
import { FakeSource, stateOf } from "./views";

const lookedAt = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
let core: Core;
vi.mock("../../src/study/engine", () => ({ coreOfPage: () => Promise.resolve(core), lookedAt }));

async function opened() {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve(english) }));
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  const { Session } = await import("../../src/game/session");
  const { coach } = await import("../../src/game/coaching");
  return { Session, coach };
}

let page: Awaited<ReturnType<typeof opened>>;
beforeAll(async () => {
  // With a document, addresses here are none of files.
  core = await Core.open(await WebAssembly.compile(readFileSync("src/generated/core.wasm")));
  page = await opened();
});

/** What the coach says after moves of international draughts, where the engine sees a line. */
async function said(start: string, moves: readonly string[], line: string): Promise<string> {
  let position: Position = new Ruleset(core, recorded("international")).read(start);
  const source = new FakeSource();
  const ply = (last: Ply["last"]): Ply => {
    const { board, turn, fen } = position;
    return { board, turn, fen, last };
  };
  const plies = [ply(null)];
  for (const move of moves) {
    const place = position.parse(move, "legal")!;
    const {
      short: text,
      origin,
      target,
      captures,
      route,
      crowns,
    } = position.moves("legal")[place]!;
    position = position.play("legal", place);
    plies.push(ply({ text, origin, target, captures, route, crowns, faulty: false }));
  }
  source.plies = plies;
  const { board, turn, fen } = position;
  const legal = position
    .moves("legal")
    .map(({ short, origin, target, captures, crowns, route }) => ({
      text: short,
      origin,
      target,
      captures,
      routes: [route],
      crowns,
    }));
  const own = { name: "Anna", kind: "guest" as const };
  const players = { white: own, black: { name: "", kind: "engine" as const, level: 3 } };
  const view = { variant: "international", board, turn, fen, legal, players };
  source.state.value = { ...stateOf("majority", view), you: [turn] };
  const hub = position.moves("legal")[position.parse(line, "legal")!]!.hub;
  lookedAt.mockResolvedValue({ depth: 1, lines: [{ score: 10, moves: [hub] }] });
  const session = new page.Session(source);
  await page.coach(session);
  const notice = session.notice.value;
  session.close();
  return notice?.kind === "note" ? notice.sentence : "";
}

it("calls no capture a gain that only takes back", async () => {
  const start = new Ruleset(core, recorded("international")).initial().full;
  const moves = ["33-29", "20-24", "29x20", "14x25", "34-30", "25x34"];
  expect(await said(start, moves, "39x30")).toContain("nothing to be won at once");
});

it("calls one a gain where nothing was lost before", async () => {
  const start = "W:W39,40,50:B5,34";
  expect(await said(start, [], "40x29")).toBe("A capture wins a piece.");
});
