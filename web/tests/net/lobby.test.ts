import { describe, expect, it } from "vitest";
import type { Lobby, Offer } from "../../src/generated/messages";
import { applyNews } from "../../src/net/lobby";

function offer(game: string, created: number): Offer {
  return {
    game,
    name: "Anna",
    variant: "english",
    house: null,
    side: null,
    time: null,
    huffing: false,
    ballot: null,
    created,
  };
}

const LOBBY: Lobby = { t: "lobby", offers: [offer("C", 3), offer("A", 1)], games: 2 };

function apply(added: readonly Offer[], gone: readonly string[]): readonly string[] {
  const after = applyNews(LOBBY, { t: "lobby_news", added, gone, games: 5 });
  expect(after.games).toBe(5);
  return after.offers.map(({ game }) => game);
}

describe("news of the lobby", () => {
  it("puts each offer where its time belongs", () => {
    expect(apply([offer("D", 4), offer("B", 2)], [])).toEqual(["D", "C", "B", "A"]);
  });

  it("takes out what has gone, and what nobody knew", () => {
    expect(apply([], ["C", "X"])).toEqual(["A"]);
  });

  it("has an offer once that is told twice", () => {
    expect(apply([offer("A", 1)], [])).toEqual(["C", "A"]);
  });
});
