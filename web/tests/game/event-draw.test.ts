import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isDrawnRight, type DrawnRound } from "../../src/game/event-draw";
import type { EventBallots } from "../../src/generated/messages";

type Row = readonly [number, string, string, string, string, number, string?];

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));

const decks = read("../../src/generated/decks/english.json") as Record<string, readonly Row[]>;
const cards = decks["english-3move"]!.filter(([, , , , , playable]) => playable === 1).map(
  ([, code, , , moves]) => ({ code, moves: moves.split(" ") }),
);

/** The rounds of the example in the documentation, which the library drew. */
interface Filed {
  readonly now: {
    readonly event: { readonly ballots: EventBallots };
    readonly commitments: readonly string[];
    readonly rounds: readonly {
      readonly boards: readonly { one: string; two?: string; alone?: string }[];
      readonly seed: string;
      readonly contributions?: Readonly<Record<string, string>>;
      readonly cards: readonly string[];
    }[];
  };
}

const { now } = read("../../../docs/examples/evening.event") as Filed;
const ballots = now.event.ballots;
const rounds = now.rounds.map((round, index): DrawnRound => {
  let paired = 0;
  return {
    number: index + 1,
    seed: round.seed,
    commitment: now.commitments[index + 1]!,
    contributions: round.contributions ?? {},
    boards: round.boards.map(({ one, two = null, alone = null }, at) => {
      const code =
        ballots.scope === "board" ? round.cards[two === null ? -1 : paired++] : round.cards[0];
      const card = two === null || code === undefined ? null : { code };
      return { board: at + 1, one, two, alone, card } as DrawnRound["boards"][number];
    }),
  };
});

describe("the draw of an event's cards", () => {
  it("comes to the cards of the library", () => {
    expect(rounds.length).toBeGreaterThan(2);
    for (const [index, round] of rounds.entries()) {
      expect(isDrawnRight(ballots, round, rounds.slice(0, index), cards)).toBe(true);
    }
  });

  it("finds another seed, another line of an entrant, and another card", () => {
    const [first] = rounds;
    const other = `${first!.seed.slice(1)}0`;
    expect(isDrawnRight(ballots, { ...first!, seed: other }, [], cards)).toBe(false);
    const said = { ...first!.contributions, "Jan de Vries": "something else" };
    expect(isDrawnRight(ballots, { ...first!, contributions: said }, [], cards)).toBe(false);
    const boards = first!.boards.map((each) => ({
      ...each,
      card: each.card && { ...each.card, code: cards[0]!.code },
    }));
    expect(isDrawnRight(ballots, { ...first!, boards }, [], cards)).toBe(false);
  });

  it("tells nothing before the seed is revealed, nor of the tough deck", () => {
    const [first] = rounds;
    expect(isDrawnRight(ballots, { ...first!, seed: "" }, [], cards)).toBeNull();
    expect(isDrawnRight({ ...ballots, tough: true }, first!, [], cards)).toBeNull();
  });
});
