// @vitest-environment happy-dom
/** Forged draws: each forgery is named, each honest draw is confirmed (C5, E5). */
import { beforeEach, describe, expect, it } from "vitest";
import { carried, contributing, witness, witnessed } from "../../src/game/commitments";
import {
  checksOf,
  commitmentOf,
  computed,
  lotOf,
  sidesOf,
  verdictOf,
  type About,
  type Applied,
  type DeckCard,
} from "../../src/game/lots";
import type { Lot } from "../../src/generated/messages";

const SEED = "5e".repeat(32);
const OTHER_SEED = "6f".repeat(32);
const OWN = "k3v9q2m7x4";
const THEIRS = "a8n1t5w6z0";
const CARDS: readonly DeckCard[] = Array.from({ length: 156 }, (_, index) => ({
  code: String(index + 1),
  moves: [`m${index}`, "22-18", "15x22"],
}));

function toss(more: Partial<Lot> = {}): Lot {
  const header = ["toss", "1 Anna", "2 Bert"];
  const bare = {
    kind: "toss" as const,
    header,
    lots: 2,
    contributions: [],
    seed: SEED,
    result: "",
  };
  return { ...bare, commitment: commitmentOf(bare), ...more };
}

function card(more: Partial<Lot> = {}): Lot {
  const header = ["deck english-3move"];
  const bare = { kind: "card" as const, header, lots: 156, contributions: [], seed: SEED };
  return { ...bare, result: "", commitment: commitmentOf(bare), ...more };
}

/** The lot before its draw, and after it as an honest server tells it. */
function drawn(lot: Lot): { readonly open: Lot; readonly done: Lot } {
  const done = { ...lot, contributions: [OWN, THEIRS] };
  return { open: { ...lot, seed: "" }, done: { ...done, result: computed(done, CARDS) } };
}

const SEATS: Applied = { white: "Bert", black: "Anna", card: null, people: 2 };

let game = "";
let count = 0;
beforeEach(() => {
  localStorage.clear();
  game = `G${(count += 1)}`;
});

/** What is found bad about a lot that this device saw drawn, having contributed. */
function named(open: Lot, done: Lot, applied: Applied): About[] {
  contributing(game, [open], OWN);
  const checks = checksOf(done, witnessed(game, done), applied, CARDS);
  return checks.filter(({ finding }) => finding === "bad").map(({ about }) => about);
}

describe("the recipe", () => {
  it("is that of docs/api.md, figure by figure", () => {
    expect(toss().commitment).toBe(
      "d5b7e5027e265287eafb5e384a9d3a0be8dd7ef331ccdd4980a0a54bdd18cca5",
    );
    expect(card().commitment).toBe(
      "c777cbcf31923ee8e9b21dea34659ddf451f0986f053fca56522cfdb9e711359",
    );
    expect(lotOf(toss({ contributions: [OWN, THEIRS] }))).toBe(1);
    expect(lotOf(card({ contributions: [OWN, THEIRS] }))).toBe(61);
  });
});

describe("an honest draw", () => {
  it("of a toss is confirmed in every point", () => {
    const { open, done } = drawn(toss());
    contributing(game, [open], OWN);
    const checks = checksOf(done, witnessed(game, done), SEATS, CARDS);
    expect(checks.map(({ finding }) => finding)).toEqual(Array(6).fill("good"));
    expect(verdictOf(checks)).toBe("good");
  });

  it("of a card is confirmed in every point", () => {
    const { open, done } = drawn(card());
    const applied = { ...SEATS, card: CARDS[60]! };
    expect(done.result).toBe("61");
    expect(named(open, done, applied)).toEqual([]);
  });

  it("is told to be unchecked in part by a spectator who came later", () => {
    const { done } = drawn(toss());
    const checks = checksOf(done, witnessed(game, done), SEATS, CARDS);
    const unknown = checks.filter(({ finding }) => finding === "unknown");
    expect(unknown.map(({ about }) => about)).toEqual(["before", "own", "others"]);
    expect(verdictOf(checks)).toBe("unknown");
  });

  it("is still confirmed after the page was loaded again and contributes anew", () => {
    const { open, done } = drawn(toss());
    contributing(game, [open], OWN);
    expect(contributing(game, [open], "another")).toBe(OWN);
    const checks = checksOf(done, witnessed(game, done), SEATS, CARDS);
    expect(verdictOf(checks)).toBe("good");
  });
});

describe("a game that was handed to the server", () => {
  it("is still confirmed under its new name", () => {
    const { open, done } = drawn(toss());
    contributing(game, [open], OWN);
    carried(game, "S1");
    expect(verdictOf(checksOf(done, witnessed("S1", done), SEATS, CARDS))).toBe("good");
  });
});

describe("a forgery", () => {
  it("of the result is named", () => {
    const { open, done } = drawn(toss());
    const forged = { ...done, result: "Bert" };
    const swapped = { ...SEATS, white: "Anna", black: "Bert" };
    expect(named(open, forged, swapped)).toEqual(["result", "applied"]);
  });

  it("of the sides as they are told is named", () => {
    const { open, done } = drawn(toss());
    expect(named(open, { ...done, sides: sidesOf(done) }, SEATS)).toEqual([]);
    const swapped = [...sidesOf(done)].toReversed();
    expect(named(open, { ...done, sides: swapped }, SEATS)).toEqual(["applied"]);
  });

  it("of the sides, with the true result, is named", () => {
    const { open, done } = drawn(toss());
    expect(named(open, done, { ...SEATS, white: "Anna", black: "Bert" })).toEqual(["applied"]);
  });

  it("of the card, or of its moves, is named", () => {
    const { open, done } = drawn(card());
    expect(named(open, { ...done, result: "7" }, { ...SEATS, card: CARDS[6]! })).toEqual([
      "result",
      "applied",
    ]);
    const moved = { ...CARDS[60]!, moves: ["9-13", "22-18", "6-9"] };
    expect(named(open, done, { ...SEATS, card: moved })).toEqual(["applied"]);
  });

  it("of the own contribution is named, and where it was left out", () => {
    const { open, done } = drawn(toss());
    for (const contributions of [["forged", THEIRS], [THEIRS], [OWN, OWN]]) {
      const forged = { ...done, contributions };
      const result = computed(forged, CARDS);
      const white = result === "Anna" ? "Bert" : "Anna";
      const applied = { ...SEATS, black: result, white };
      expect(named(open, { ...forged, result }, applied)).toContain("own");
    }
  });

  it("by one contribution more than there are players is named", () => {
    const { open, done } = drawn(toss());
    const forged = { ...done, contributions: [OWN, THEIRS, "one more"] };
    const result = computed(forged, CARDS);
    const applied = { ...SEATS, black: result, white: result === "Anna" ? "Bert" : "Anna" };
    expect(named(open, { ...forged, result }, applied)).toEqual(["others"]);
  });

  it("of a contribution that was public before is named", () => {
    const { open, done } = drawn(toss());
    witness(game, [{ ...open, contributions: [THEIRS] }]);
    const forged = { ...done, contributions: [OWN, "changed"] };
    const result = computed(forged, CARDS);
    const applied = { ...SEATS, black: result, white: result === "Anna" ? "Bert" : "Anna" };
    expect(named(open, { ...forged, result }, applied)).toEqual(["others"]);
  });

  it("of the commitment after the draw is named, though the seed fits the new one", () => {
    const { open } = drawn(toss());
    const { done } = drawn(
      toss({ seed: OTHER_SEED, commitment: commitmentOf(toss({ seed: OTHER_SEED })) }),
    );
    const black = done.result;
    const applied = { ...SEATS, black, white: black === "Anna" ? "Bert" : "Anna" };
    expect(named(open, done, applied)).toEqual(["before"]);
  });

  it("of the commitment before the draw is named: the first one heard is kept", () => {
    const { open, done } = drawn(toss());
    witness(game, [open]);
    const exchanged = { ...open, commitment: commitmentOf(toss({ seed: OTHER_SEED })) };
    expect(named(exchanged, { ...done, commitment: exchanged.commitment }, SEATS)).toEqual([
      "commitment",
      "before",
    ]);
  });

  it("of the seed is named", () => {
    const { open, done } = drawn(toss());
    expect(named(open, { ...done, seed: OTHER_SEED }, SEATS)).toContain("commitment");
  });

  it("of the header or of the number of lots is named", () => {
    const { open, done } = drawn(toss());
    const header = ["toss", "1 Bert", "2 Anna"];
    expect(named(open, { ...done, header }, SEATS)).toContain("before");
    expect(named(open, { ...done, lots: 1 }, SEATS)).toContain("commitment");
  });
});
