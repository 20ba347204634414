// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import books from "../../src/generated/ballotbook.json";
import english from "../../src/generated/ballotbook/english.json";
import words from "../../src/generated/locales/en.json";
import type { Worth } from "../../src/study/ballotbook";

const SEARCH = { score: -57, depth: 27, nodes: 20_000_000 };
const WORTH: Worth = {
  card: "60",
  verdict: "black better",
  status: "table-backed",
  line: ["17x10"],
  search: SEARCH,
  ends: "black wins",
  provedFrom: 90,
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve({
      ok: true,
      json: () => Promise.resolve(address.includes("ballotbook") ? english : words),
    }),
  );
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

it("finds the cards of English draughts by their positions, and nothing elsewhere", async () => {
  const { worthOf, worthOfCard } = await import("../../src/study/ballotbook");
  expect(books).toEqual(["english"]);
  expect(english.length).toBe(174);
  const fen = String(english[0]![2]);
  const worth = await worthOf("english", fen);
  expect(worth).toMatchObject({ card: "1", line: expect.arrayContaining([expect.any(String)]) });
  expect(worth!.search!.nodes).toBeGreaterThan(1_000_000);
  expect(await worthOfCard("english", "english-3move", "1")).toEqual(worth);
  expect(await worthOfCard("english", "english-11man", "1")).toBeNull();
  expect(await worthOf("english", "W:W1:B32")).toBeNull();
  expect(await worthOf("russian", fen)).toBeNull();
});
