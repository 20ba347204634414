// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { beforeAll, expect, it, vi } from "vitest";
import english from "../../src/generated/locales/en.json";
import { Core } from "../../src/core/core";
import { Ruleset, type Position } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import type { Session } from "../../src/game/session";
import type { Ply } from "../../src/game/source";
import { FakeSource, stateOf } from "./views";

const lookedAt = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
let core: Core;
vi.mock("../../src/study/engine", () => ({ coreOfPage: () => Promise.resolve(core), lookedAt }));

async function load() {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve(english) }));
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  const { Session } = await import("../../src/game/session");
  const { coach, groundsOf, standing } = await import("../../src/game/coaching");
  return { Session, coach, groundsOf, standing };
}

let page: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  // With a document, addresses here are none of files.
  core = await Core.open(await WebAssembly.compile(readFileSync("src/generated/core.wasm")));
  page = await load();
});

/** A game of international draughts against the computer, after moves. */
function playFrom(start: string, moves: readonly string[]): [session: Session, now: Position] {
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
  return [new page.Session(source), position];
}

/** What the coach says after moves, where the engine sees a line. */
async function noticeOf(start: string, moves: readonly string[], line: string): Promise<string> {
  const [session, position] = playFrom(start, moves);
  const hub = position.moves("legal")[position.parse(line, "legal")!]!.hub;
  lookedAt.mockResolvedValue({ depth: 1, lines: [{ score: 10, moves: [hub] }] });
  await page.coach(session);
  const notice = session.notice.value;
  session.close();
  return notice?.kind === "note" ? notice.sentence : "";
}

it("calls no capture a gain that only takes back", async () => {
  const start = new Ruleset(core, recorded("international")).initial().full;
  const moves = ["33-29", "20-24", "29x20", "14x25", "34-30", "25x34"];
  expect(await noticeOf(start, moves, "39x30")).toContain("Nothing wins at once");
});

it("calls one a gain where nothing was lost before", async () => {
  const start = "W:W39,40,50:B5,34";
  expect(await noticeOf(start, [], "40x29")).toBe("A capture wins a piece.");
});

it("gives the idea of a line that wins something", async () => {
  const [session] = playFrom("W:W39,40,50:B5,34", []);
  const { reason, line } = await page.groundsOf(session, ["40x29"]);
  session.close();
  expect(reason).toBe("The idea: 40x29 wins a piece.");
  expect(line).toEqual(["40x29"]);
});

it("ends the line of a hint where nothing is to be captured", async () => {
  lookedAt.mockResolvedValue({ depth: 1, lines: [{ score: 0, moves: [] }] });
  const start = new Ruleset(core, recorded("international")).initial().full;
  const [session] = playFrom(start, []);
  const line = ["33-28", "18-23", "39-33", "23-29"];
  expect((await page.groundsOf(session, line)).line).toEqual(line.slice(0, 3));
  session.close();
});

it.each([
  ["33-28", ["33-28", "34-30"], [12, 8], "34-30 is about as good: nothing clear speaks for"],
  ["33-28", ["34-30", "31-27"], [40, -90], "34-30 is about as good: nothing clear speaks for"],
  ["33-28", ["33-28", "34-30"], [60, -60], "Every other move is worse."],
])(
  "says how a move that wins nothing stands beside others: %#",
  async (text, found, scores, said) => {
    const [session, now] = playFrom(
      new Ruleset(core, recorded("international")).initial().full,
      [],
    );
    const hubs = found.map((each) => now.moves("legal")[now.parse(each, "legal")!]!.hub);
    lookedAt
      .mockResolvedValueOnce({ depth: 1, lines: [{ score: 0, moves: [] }] })
      .mockResolvedValueOnce({
        depth: 1,
        lines: hubs.map((hub, place) => ({ score: scores[place], moves: [hub] })),
      });
    const { reason, line } = await page.groundsOf(session, [text, "18-23"]);
    session.close();
    expect(reason).toContain(said);
    expect(line).toEqual([text, "18-23"]);
  },
);

it("says that a move is the only one", async () => {
  const [session] = playFrom("W:W39,50:B5,34", []);
  const { reason } = await page.groundsOf(session, ["39x30"]);
  session.close();
  expect(reason).toMatch(/^The idea|^Only 39x30 can be played/);
});

it("names what a move prevents", async () => {
  const [session, now] = playFrom("W:W33,50:B29,24,1", []);
  const hub = (position: Position, text: string): string =>
    position.moves("legal")[position.parse(text, "legal")!]!.hub;
  const threat = hub(now.turned(), "29x38");
  lookedAt
    .mockResolvedValueOnce({ depth: 1, lines: [{ score: 10, moves: [threat] }] })
    .mockResolvedValueOnce({ depth: 1, lines: [{ score: 0, moves: [] }] });
  const { reason } = await page.groundsOf(session, ["33-28"]);
  session.close();
  expect(reason).toBe("Otherwise there is a threat: 29x38 wins a piece.");
});

it.each([
  [200, 2, "You are 2 pieces up: exchange where you can."],
  [-200, -1, "You are a piece down: avoid exchanges"],
  [-200, 0, "Your chances are worse."],
  [0, 1, "The chances are even."],
])("says what can still be done: score %d, %d pieces more", async (score, lead, text) => {
  const { words } = await import("../../src/text/language");
  const { scores } = new Ruleset(core, recorded("international")).core;
  expect(page.standing({ score }, lead, words("international"), scores)).toContain(text);
});
