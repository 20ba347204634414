import { describe, expect, it } from "vitest";
import type { BoardShown, EntrantShown, EventNews, EventShown } from "../../src/generated/messages";
import { applyNews, takesWhole } from "../../src/screens/events/news";

const board = (number: number, games: readonly string[] = []): BoardShown =>
  ({ round: 1, board: number, one: `One ${number}`, two: `Two ${number}`, games }) as BoardShown;
const entrant = (name: string, here = false): EntrantShown => ({ name, here }) as EntrantShown;
const event = {
  seq: 5,
  phase: "running",
  rounds: [{ number: 1, boards: [board(1), board(2)] }],
  entrants: [entrant("Anna"), entrant("Bert")],
  you: { roles: [], name: null },
} as unknown as EventShown;
const news: EventNews = {
  event: "e",
  seq: 6,
  more: false,
  whole: false,
  ranked: false,
  phase: "running",
  lines: [],
  boards: [board(2, ["2-0"])],
  entrants: [entrant("Bert", true), entrant("Cleo")],
};

describe("news of an event", () => {
  it("replaces boards and entrants, and adds who is new", () => {
    const after = applyNews(event, news);
    expect(after.seq).toBe(6);
    expect(after.rounds[0]!.boards.map(({ games }) => games)).toEqual([[], ["2-0"]]);
    expect(after.entrants.map(({ name, here }) => [name, here])).toEqual([
      ["Anna", false],
      ["Bert", true],
      ["Cleo", false],
    ]);
  });

  it("is asked for as a whole where it concerns the reader, or more than boards", () => {
    const mine = { ...event, you: { ...event.you, name: "Two 2" } };
    const officer = { ...event, you: { ...event.you, roles: ["arbiter"] } } as EventShown;
    expect(takesWhole(event, news)).toBe(false);
    expect(takesWhole(mine, news)).toBe(true);
    expect(takesWhole(officer, news)).toBe(true);
    expect(takesWhole(event, { ...news, ranked: true })).toBe(true);
    expect(takesWhole(event, { ...news, phase: "ended" })).toBe(true);
  });
});
