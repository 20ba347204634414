// @vitest-environment happy-dom
/** Forged draws: each forgery is named, each honest draw is confirmed (C5, E5). */
import { beforeEach, describe, expect, it } from "vitest";
import { carryOver, contributing, witness, witnessedOf } from "../../src/game/commitments";
import {
  checksOf,
  commitmentOf,
  resultOf,
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
const NAMED = ["toss", "1 Anna", "2 Bert"];
const CARDS: readonly DeckCard[] = Array.from({ length: 156 }, (_, index) => ({
  code: String(index + 1),
  moves: [`m${index}`, "22-18", "15x22"],
}));

function toss(more: Partial<Lot> = {}): Lot {
  const { header = ["toss"] } = more;
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
function draw(lot: Lot): { readonly open: Lot; readonly done: Lot } {
  const done = { ...lot, contributions: [OWN, THEIRS] };
  return { open: { ...lot, seed: "" }, done: { ...done, result: resultOf(done, CARDS) } };
}

/** Lots as they fall in `draw`: the first seat, Anna's, has Black; this device is hers. */
const SEATS: Applied = {
  white: "Bert",
  black: "Anna",
  names: ["Anna", "Bert"],
  you: ["black"],
  seats: [1],
  card: null,
  people: 2,
};

/** What is applied where a seat has Black by the lot. */
function settingsFor(result: string): Applied {
  if (result === "1") return SEATS;
  return { ...SEATS, white: "Anna", black: "Bert", you: ["white"] };
}

let game = "";
let count = 0;
beforeEach(() => {
  localStorage.clear();
  game = `G${(count += 1)}`;
});

/** What is found bad about a lot that this device saw drawn, having contributed. */
function badOnes(open: Lot, done: Lot, applied: Applied): About[] {
  contributing(game, [open], OWN, [1]);
  const checks = checksOf(done, witnessedOf(game, done), applied, CARDS);
  return checks.filter(({ finding }) => finding === "bad").map(({ about }) => about);
}

describe("the recipe", () => {
  it("is that of docs/api.md, figure by figure", () => {
    expect(toss().commitment).toBe(
      "5c92a085b5b659f3967652e9ecc9eae99258b8f213be645712e48135e8b1b87d",
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
    const { open, done } = draw(toss());
    contributing(game, [open], OWN, [1]);
    const checks = checksOf(done, witnessedOf(game, done), SEATS, CARDS);
    expect(checks.map(({ finding }) => finding)).toEqual(Array(6).fill("good"));
    expect(verdictOf(checks)).toBe("good");
  });

  it("of a card is confirmed in every point", () => {
    const { open, done } = draw(card());
    const applied = { ...SEATS, card: CARDS[60]! };
    expect(done.result).toBe("61");
    expect(badOnes(open, done, applied)).toEqual([]);
  });

  it("is told to be unchecked in part by a spectator who came later", () => {
    const { done } = draw(toss());
    const checks = checksOf(done, witnessedOf(game, done), SEATS, CARDS);
    const unknown = checks.filter(({ finding }) => finding === "unknown");
    expect(unknown.map(({ about }) => about)).toEqual(["before", "own", "others"]);
    expect(verdictOf(checks)).toBe("unknown");
  });

  it("is still confirmed after the page was loaded again and contributes anew", () => {
    const { open, done } = draw(toss());
    contributing(game, [open], OWN, [1]);
    expect(contributing(game, [open], "another", [1])).toBe(OWN);
    const checks = checksOf(done, witnessedOf(game, done), SEATS, CARDS);
    expect(verdictOf(checks)).toBe("good");
  });
});

describe("a toss between names, as it was before", () => {
  const before = (): ReturnType<typeof draw> => draw(toss({ header: NAMED }));

  it("is confirmed in every point", () => {
    const { open, done } = before();
    expect(done.commitment).toBe(
      "d5b7e5027e265287eafb5e384a9d3a0be8dd7ef331ccdd4980a0a54bdd18cca5",
    );
    expect(done.result).toBe("Anna");
    expect(badOnes(open, done, { ...SEATS, names: [], seats: [] })).toEqual([]);
  });

  it("is named where it was forged", () => {
    const { open, done } = before();
    const swapped = { ...SEATS, white: "Anna", black: "Bert", names: [], seats: [] };
    expect(badOnes(open, { ...done, result: "Bert" }, swapped)).toEqual(["result", "applied"]);
    expect(badOnes(open, done, swapped)).toEqual(["applied"]);
    const alike = draw(toss({ header: ["toss", "1 Anna", "2 Anna"] })).done;
    expect(badOnes(open, alike, SEATS)).toContain("commitment");
  });
});

describe("a game that was handed to the server", () => {
  it("is still confirmed under its new name", () => {
    const { open, done } = draw(toss());
    contributing(game, [open], OWN, [1]);
    carryOver(game, "S1");
    expect(verdictOf(checksOf(done, witnessedOf("S1", done), SEATS, CARDS))).toBe("good");
  });
});

describe("a forgery", () => {
  it("of the result is named", () => {
    const { open, done } = draw(toss());
    const forged = { ...done, result: "2" };
    expect(badOnes(open, forged, settingsFor("2"))).toEqual(["result", "applied"]);
  });

  it("of the sides as they are told is named", () => {
    const { open, done } = draw(toss());
    expect(badOnes(open, { ...done, sides: sidesOf(done) }, SEATS)).toEqual([]);
    const swapped = [...sidesOf(done)].toReversed();
    expect(badOnes(open, { ...done, sides: swapped }, SEATS)).toEqual(["applied"]);
  });

  it("of the sides, with the true result, is named", () => {
    const { open, done } = draw(toss());
    expect(badOnes(open, done, { ...SEATS, white: "Anna", black: "Bert" })).toEqual(["applied"]);
  });

  it("of the own side is named, though both players are called the same", () => {
    const { open, done } = draw(toss());
    const alike = { ...SEATS, white: "Anna", names: ["Anna", "Anna"] };
    expect(badOnes(open, done, alike)).toEqual([]);
    expect(badOnes(open, done, { ...alike, you: ["white"] })).toEqual(["applied"]);
  });

  it("of the own seat after the draw changes nothing: the one told before is kept", () => {
    const { open, done } = draw(toss());
    witness(game, [open], [1]);
    witness(game, [open], [2]);
    expect(witnessedOf(game, done)?.seats).toEqual([1]);
  });

  it("is none where a guest has left and has no name any more", () => {
    const { open, done } = draw(toss());
    expect(badOnes(open, done, { ...SEATS, white: "Guest" })).toEqual([]);
  });

  it("of the card, or of its moves, is named", () => {
    const { open, done } = draw(card());
    expect(badOnes(open, { ...done, result: "7" }, { ...SEATS, card: CARDS[6]! })).toEqual([
      "result",
      "applied",
    ]);
    const moved = { ...CARDS[60]!, moves: ["9-13", "22-18", "6-9"] };
    expect(badOnes(open, done, { ...SEATS, card: moved })).toEqual(["applied"]);
  });

  it("of the own contribution is named, and where it was left out", () => {
    const { open, done } = draw(toss());
    for (const contributions of [["forged", THEIRS], [THEIRS], [OWN, OWN]]) {
      const forged = { ...done, contributions };
      const result = resultOf(forged, CARDS);
      expect(badOnes(open, { ...forged, result }, settingsFor(result))).toContain("own");
    }
  });

  it("by one contribution more than there are players is named", () => {
    const { open, done } = draw(toss());
    const forged = { ...done, contributions: [OWN, THEIRS, "one more"] };
    const result = resultOf(forged, CARDS);
    const applied = settingsFor(result);
    expect(badOnes(open, { ...forged, result }, applied)).toEqual(["others"]);
  });

  it("of a contribution that was public before is named", () => {
    const { open, done } = draw(toss());
    witness(game, [{ ...open, contributions: [THEIRS] }], [1]);
    const forged = { ...done, contributions: [OWN, "changed"] };
    const result = resultOf(forged, CARDS);
    const applied = settingsFor(result);
    expect(badOnes(open, { ...forged, result }, applied)).toEqual(["others"]);
  });

  it("of the commitment after the draw is named, though the seed fits the new one", () => {
    const { open } = draw(toss());
    const { done } = draw(
      toss({ seed: OTHER_SEED, commitment: commitmentOf(toss({ seed: OTHER_SEED })) }),
    );
    expect(badOnes(open, done, settingsFor(done.result))).toEqual(["before"]);
  });

  it("of the commitment before the draw is named: the first one heard is kept", () => {
    const { open, done } = draw(toss());
    witness(game, [open], [1]);
    const exchanged = { ...open, commitment: commitmentOf(toss({ seed: OTHER_SEED })) };
    expect(badOnes(exchanged, { ...done, commitment: exchanged.commitment }, SEATS)).toEqual([
      "commitment",
      "before",
    ]);
  });

  it("of the seed is named", () => {
    const { open, done } = draw(toss());
    expect(badOnes(open, { ...done, seed: OTHER_SEED }, SEATS)).toContain("commitment");
  });

  it("of the header or of the number of lots is named", () => {
    const { open, done } = draw(toss());
    for (const header of [NAMED, ["toss", "more"], []]) {
      expect(badOnes(open, { ...done, header }, SEATS)).toContain("before");
    }
    expect(badOnes(open, { ...done, lots: 1 }, SEATS)).toContain("commitment");
  });
});
