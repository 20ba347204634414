// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import books from "../../src/generated/ballotbook.json";
import english from "../../src/generated/ballotbook/english-3move.json";
import russian from "../../src/generated/ballotbook/idf-64.json";
import words from "../../src/generated/locales/en.json";
import type { Worth } from "../../src/study/ballotbook";

const SEARCH = { score: -57, depth: 27, nodes: 20_000_000 };
const WORTH: Worth = {
  card: "60",
  deck: { en: "Three-move ballot" },
  verdict: "black better",
  status: "table-backed",
  line: ["17x10"],
  search: SEARCH,
  ends: "black wins",
  provedFrom: 90,
};

beforeEach(() => {
  vi.resetModules();
  const files = { "english-3move": english, "idf-64": russian };
  vi.stubGlobal("fetch", (address: string) => {
    const file = Object.entries(files).find(([deck]) => address.includes(`/${deck}.json`));
    const none = address.includes("ballotbook") ? { names: {}, cards: [] } : words;
    const content = file?.[1] ?? none;
    return Promise.resolve({ ok: true, json: () => Promise.resolve(content) });
  });
});

async function screen() {
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  return import("../../src/screens/analysis/ballot");
}

it("says on what ground it is known what a card is worth", async () => {
  const { groundSaid, verdictSaid } = await screen();
  expect(verdictSaid("black better")).toBe("Black is better");
  expect(verdictSaid("level")).toBe("level");
  expect(verdictSaid("draw")).toBe("a draw");
  expect(groundSaid(WORTH)).toBe(
    "Searched: -0.57 for White at depth 27, 20 million nodes." +
      " The line down to the endgame tables ends: Black wins. That is proved from its ply 90 on.",
  );
  const proved: Worth = { ...WORTH, status: "proved", search: null, ends: null, provedFrom: 0 };
  expect(groundSaid(proved)).toBe("Proved.");
});

it("finds cards by their positions among the decks of their game, and nothing elsewhere", async () => {
  const { worthOf, worthOfCard } = await import("../../src/study/ballotbook");
  expect(Object.keys(books).sort()).toEqual(["brazilian", "english", "italian", "russian"]);
  expect(books.english["english-3move"]).toEqual([23, 24]);
  expect(english.cards.length).toBe(174);
  const fen = String(english.cards[0]![1]);
  const worth = await worthOf("english", fen);
  expect(worth).toMatchObject({ card: "1", line: expect.arrayContaining([expect.any(String)]) });
  expect(worth!.deck["en"]).toBe("Three-move ballot");
  expect(worth!.search!.nodes).toBeGreaterThan(1_000_000);
  expect(await worthOfCard("english-3move", "1")).toEqual(worth);
  expect(await worthOfCard("english-5move", "1")).toBeNull();
  expect(await worthOf("english", "W:W1:B32")).toBeNull();
  expect(await worthOf("russian", fen)).toBeNull();
  const drawn = await worthOf("russian", String(russian.cards[0]![1]));
  expect(drawn).toMatchObject({ card: "1-I", deck: { de: "IDF-Grundstellungen (russisch)" } });
});

it("says nothing of the card without moves where a game begins", async () => {
  const { worthOf, worthOfCard } = await import("../../src/study/ballotbook");
  const men = "a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";
  expect(await worthOf("russian", `W:W${men}`)).toBeNull();
  expect(await worthOfCard("idf-64", "5-VII")).toMatchObject({ card: "5-VII", verdict: "level" });
});
