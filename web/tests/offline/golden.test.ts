import { beforeAll, describe, expect, test } from "vitest";
import type { NewGame, View } from "../../src/generated/messages";
import type { Core } from "../../src/core/core";
import { gameOfDeck } from "../../src/core/decks";
import { Ambiguous, RulesError } from "../../src/core/errors";
import { gameOfRecord } from "../../src/core/game";
import { lotOf } from "../../src/offline/lots";
import { agreed, begin, followed } from "../../src/offline/opening";
import { pdn } from "../../src/core/pdn";
import { picture } from "../../src/pictures/picture";
import { Ruleset } from "../../src/core/position";
import { recordOfRound } from "../../src/offline/round";
import { variantOf } from "../../src/core/rules";
import { Speech, ruleOf, squaresOf, movesOf } from "../../src/text/sentences";
import { namesOf, publicEntry, recordFor, Table, TableRefuses } from "../../src/offline/table";
import { viewOf } from "../../src/offline/view";
import { openCore } from "./core";
import {
  catalogueOf,
  golden,
  library,
  type GoldenGame,
  type GoldenRound,
  type Step,
} from "./golden";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

test("records of games are completed as the library completes them", () => {
  expect(golden.records.length).toBeGreaterThan(200);
  for (const { given, whole } of golden.records) {
    expect(JSON.stringify(variantOf(core, given))).toBe(JSON.stringify(whole));
  }
});

describe("a game is the same here and at the server", () => {
  test.each(golden.games.map((game, index) => [index, game] as const))("%i", (_, game) => {
    const { wish, lang, began } = game;
    const speech = new Speech(catalogueOf(lang));
    const table = begin("local", agreed(core, wish), "Anna", rivalOf(wish), began);
    replay(table, speech, game);
    expect(filesOf(table, speech)).toEqual({ pdn: game.pdn, svg: game.svg });
    expectSameRecord(table, game);
  });
});

describe("a round is the same here and at the server", () => {
  test.each(golden.rounds.map((round, index) => [index, round] as const))(
    "%i",
    async (_, round) => {
      const { wish, lang, seed } = round;
      const [first, second] = round.games;
      const speech = new Speech(catalogueOf(lang));
      const terms = { ...agreed(core, wish), seed };
      const cards = await library(wish.variant as string);
      const table = begin("game1", terms, "Anna", rivalOf(wish), first!.began, cards);
      replay(table, speech, first!);
      expect(filesOf(table, speech)).toEqual({ pdn: first!.pdn, svg: first!.svg });
      const after = followed("game2", table, second!.began);
      replay(after, speech, second!);
      expect(filesOf(after, speech)).toEqual({ pdn: second!.pdn, svg: second!.svg });
      const record = JSON.parse(JSON.stringify(recordOfRound([table, after]))) as Json;
      const [ours, theirs] = [record, round.record].map(({ games, ...rest }) => ({
        ...rest,
        games: (games as readonly Json[]).map(withoutVariant),
      }));
      expect(ours).toEqual(theirs);
    },
  );
});

test("cards are drawn as the library draws them", async () => {
  expect(golden.draws.length).toBeGreaterThan(50);
  for (const { deck, seed, contributions, commitment, lots, code } of golden.draws) {
    const cards = await library(gameOfDeck(deck)!);
    const found = lotOf({ deck, seed, contributions }, cards, true);
    expect(found).toMatchObject({ commitment, lots, result: code, seed });
    expect(lotOf({ deck, seed, contributions }, cards, false)).toMatchObject({
      commitment,
      result: "",
      seed: "",
    });
  }
});

test("lines for the lots are taken as the server takes them", async () => {
  expect(golden.lines.length).toBeGreaterThan(10);
  const wish: NewGame = {
    variant: "english",
    ballot: "english-3move",
    opponent: { kind: "same_device" },
  };
  for (const { said, taken } of golden.lines) {
    const table = begin("local", agreed(core, wish), "Anna", "Bob", 0, await library("english"));
    const contribute = (): void => table.act({ kind: "contribute", text: said }, 0);
    if (taken === null) expect(contribute, JSON.stringify(said)).toThrow(TableRefuses);
    else {
      contribute();
      expect(table.lots[0]!.contributions).toEqual([taken]);
    }
  }
});

test("a game from a card's position names the card in its PDN", async () => {
  for (const { wish, began, pdn: expected } of golden.starts) {
    const table = begin("local", agreed(core, wish), "Anna", rivalOf(wish), began);
    const cards = await library(wish.variant as string);
    expect(pdn(table.game, { players: namesOf(table), created: began, cards })).toBe(expected);
    expect(expected).toContain("[Ballot ");
  }
});

const rivalOf = ({ opponent }: NewGame): string =>
  opponent.kind === "same_device" ? (opponent.name ?? "2") : "";

/** Replay a game; views and entries are the library's. */
function replay(table: Table, speech: Speech, game: GoldenRound["games"][number]): void {
  const expected: Record<string, unknown> = {};
  for (const [number, step] of game.steps.entries()) {
    follow(table, speech, step, `step ${number}`);
    if (!step.changed) continue;
    Object.assign(expected, step.changed);
    expect(withSorted(viewOf(table, speech)), `view after step ${number}`).toEqual(expected);
    expect(table.fresh.map(publicEntry), `entries of step ${number}`).toEqual(step.entries);
    table.fresh = [];
  }
}

function filesOf(table: Table, speech: Speech): { pdn: string; svg: string } {
  const { game, cards, created } = table;
  const written = pdn(game, { players: namesOf(table), created, cards });
  return { pdn: written, svg: picture(game, speech.words) };
}

function withSorted(view: View): unknown {
  const [white, black] = [view.allowed["white"]!, view.allowed["black"]!];
  return { ...view, allowed: { white: [...white].sort(), black: [...black].sort() } };
}

function follow(table: Table, speech: Speech, step: Step, where: string): void {
  const { ruleset } = table.game.setup.start;
  if (step.verdict) {
    const [side, advantage, at] = step.verdict;
    table.game.add({ kind: "adjudicated", side, advantage, reason: "said", ...table.ofGame(at) });
    table.note(at);
  } else if (step.act) {
    let refused: object | undefined;
    try {
      table.act(step.act, step.at!);
    } catch (error) {
      const typed = step.act.kind === "move" ? step.act.text : "";
      refused =
        error instanceof TableRefuses
          ? { code: error.code, sentence: speech.said(error.text) }
          : speech.refusal(error, ruleset, typed)!;
      expect(refused, String(error)).toBeTruthy();
    }
    const nothing = { rule: "", squares: [], moves: [], reason: null };
    expect(refused && { ...nothing, ...refused }, where).toEqual(step.refused);
  } else if (step.asked !== undefined) {
    try {
      const reason = table.game.explain(step.asked);
      const rule = reason && ruleOf(reason.code, table.game.variant.key);
      const why = reason && {
        rule,
        squares: squaresOf(reason),
        moves: movesOf(reason),
        reason: { ...reason, rule },
      };
      expect(why, `${where}: ${step.asked}`).toEqual(step.why);
    } catch (error) {
      const refusal = speech.refusal(error, ruleset, step.asked);
      if (!refusal) throw error;
      expect([refusal.code, refusal.sentence], where).toEqual(step.failed);
    }
  }
}

/** The record that is handed in is the library's own, and both replay to the same position. */
type Json = Readonly<Record<string, unknown>>;

/** The record of a game without its variant: known ones have several texts. */
function withoutVariant({ setup, ...rest }: Json): Json {
  return { ...rest, setup: { ...(setup as object), variant: null } };
}

function expectSameRecord(table: Table, game: GoldenGame): void {
  const record = JSON.parse(JSON.stringify(recordFor(table))) as Json;
  expect(withoutVariant(record)).toEqual(withoutVariant(game.record));
  expect(gameOfRecord(core, record).state.position.full).toBe(table.game.state.position.full);
  expect(gameOfRecord(core, game.record).state.position.full).toBe(table.game.state.position.full);
}

test.each(golden.wishes.map(({ wish, refused }) => [JSON.stringify(wish), wish, refused] as const))(
  "%s is refused in the library's words",
  (_, wish, refused) => {
    let error: unknown;
    try {
      agreed(core, wish);
    } catch (thrown) {
      error = thrown;
    }
    const nothing = { rule: "", squares: [], moves: [], reason: null };
    for (const [language, expected] of Object.entries(refused)) {
      const said = new Speech(catalogueOf(language)).refusal(error, null);
      expect({ ...nothing, ...said }).toEqual(expected);
    }
  },
);

describe("refused moves have the library's reasons", () => {
  test.each(golden.explanations.map((given) => [given.fen, given] as const))("%s", (_, given) => {
    const variant = variantOf(core, given.variant);
    const position = new Ruleset(core, variant).read(given.fen);
    for (const [text, expected] of given.asked) {
      let reason: unknown;
      try {
        const found = position.explain(text, variant.rules.huffing);
        reason = found && { ...found, rule: ruleOf(found.code, "") };
      } catch (error) {
        reason = error instanceof Ambiguous ? "AmbiguousMove" : (error as RulesError).kind;
      }
      expect(reason, text).toEqual(expected);
    }
  });
});
