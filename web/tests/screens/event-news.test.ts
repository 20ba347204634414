import { describe, expect, it } from "vitest";
import type {
  BoardShown,
  EntrantShown,
  EventNews,
  EventShown,
  PlaceShown,
  RoundShown,
} from "../../src/generated/messages";
import { applyNews, takesWhole } from "../../src/screens/events/news";

const board = (number: number, games: readonly string[] = [], round = 1): BoardShown =>
  ({ round, board: number, one: `One ${number}`, two: `Two ${number}`, games }) as BoardShown;
const entrant = (name: string, here = false): EntrantShown => ({ name, here }) as EntrantShown;
const place = (at: number | null, name: string): PlaceShown => ({ place: at, name, numbers: [] });
const wave = (number: number, boards: readonly BoardShown[]): RoundShown =>
  ({ number, boards, over: false }) as unknown as RoundShown;
const event = {
  seq: 5,
  phase: "running",
  round: 1,
  settings: { format: "swiss" },
  rounds: [wave(1, [board(1), board(2)])],
  entrants: [entrant("Anna"), entrant("Bert")],
  standing: [place(1, "Anna"), place(1, "Bert")],
  you: { roles: [], name: null },
} as unknown as EventShown;
const news: EventNews = {
  event: "e",
  seq: 6,
  more: false,
  whole: false,
  ranked: false,
  phase: "running",
  over: false,
  next: null,
  room: 18_000,
  round: 1,
  fingerprint: "f",
  lines: [],
  rounds: [],
  boards: [board(2, ["2-0"])],
  entrants: [entrant("Bert", true), entrant("Cleo")],
  places: [],
  teams: null,
  you: { roles: ["entrant"], name: "Bert", acts: [], game: "g", next: null, fee: null },
};

describe("news of an event", () => {
  it("replaces boards and entrants, adds who is new, and says what the reader is", () => {
    const after = applyNews(event, news);
    expect(after.seq).toBe(6);
    expect(after.you.game).toBe("g");
    expect(after.rounds[0]!.boards.map(({ games }) => games)).toEqual([[], ["2-0"]]);
    expect(after.rounds[0]!.over).toBe(false);
    expect(after.entrants.map(({ name, here }) => [name, here])).toEqual([
      ["Anna", false],
      ["Bert", true],
      ["Cleo", false],
    ]);
    const over = applyNews(after, { ...news, boards: [board(1, ["1-1"])], over: true });
    expect([over.rounds[0]!.over, over.over]).toEqual([true, true]);
  });

  it("puts rows of the standing in their order, and those without a place last", () => {
    const places = [place(1, "Cleo"), place(2, "Bert"), place(null, "Anna")];
    const after = applyNews(event, { ...news, places });
    expect(after.standing.map(({ name }) => name)).toEqual(["Cleo", "Bert", "Anna"]);
  });

  it("adds rounds of an arena, and leaves out boards that are over for long", () => {
    const arena = { ...event, settings: { ...event.settings, format: "arena" } } as EventShown;
    const many = Array.from({ length: 70 }, (_, n) => board(n + 1, n < 65 ? ["2-0"] : [], 2));
    const after = applyNews(arena, { ...news, boards: [], rounds: [wave(2, many)], round: 2 });
    expect(after.rounds.map(({ number, boards }) => [number, boards.length])).toEqual([
      [1, 2],
      [2, 65],
    ]);
    expect(after.rounds[1]!.boards.filter(({ games }) => games.length === 0)).toHaveLength(5);
  });

  it("is asked for as a whole where more has changed than it tells", () => {
    expect(takesWhole(event, news)).toBe(false);
    expect(takesWhole(event, { ...news, whole: true })).toBe(true);
    expect(takesWhole(event, { ...news, more: true })).toBe(true);
    expect(takesWhole(event, { ...news, phase: "ended" })).toBe(true);
  });
});
