import { beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../src/generated/messages";
import type { Core } from "../../src/offline/core";
import { Ambiguous, RulesError } from "../../src/offline/errors";
import { explain } from "../../src/offline/explain";
import { gameOfRecord } from "../../src/offline/game";
import { agreed, begin } from "../../src/offline/opening";
import { Ruleset } from "../../src/offline/position";
import { numbersOf } from "../../src/offline/record";
import { variantOf } from "../../src/offline/rules";
import { Speech, ruleOf, squaresOf, movesOf } from "../../src/offline/sentences";
import { publicEntry, recordFor, Table, TableRefuses } from "../../src/offline/table";
import { viewOf } from "../../src/offline/view";
import { openCore } from "./core";
import { entriesOf, golden, type GoldenGame, type Step } from "./golden";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

test("games become the numbers that the library gives the core", () => {
  expect(golden.numbers.length).toBeGreaterThan(200);
  for (const { record, numbers } of golden.numbers) {
    expect(numbersOf(variantOf(record))).toEqual(numbers);
  }
});

describe("a game is the same here and at the server", () => {
  test.each(golden.games.map((game, index) => [index, game] as const))("%i", (_, game) => {
    const { wish, lang, began, steps } = game;
    const speech = new Speech(lang, entriesOf(lang));
    const rival = wish.opponent.kind === "same_device" ? (wish.opponent.name ?? "2") : "";
    const table = begin("local", agreed(core, wish), "Anna", rival, began);
    const expected: Record<string, unknown> = {};
    for (const [number, step] of steps.entries()) {
      follow(table, speech, step, `step ${number}`);
      if (!step.changed) continue;
      Object.assign(expected, step.changed);
      expect(sorted(viewOf(table, speech)), `view after step ${number}`).toEqual(expected);
      expect(table.fresh.map(publicEntry), `entries of step ${number}`).toEqual(step.entries);
      table.fresh = [];
    }
    sameRecord(table, game);
  });
});

function sorted(view: View): unknown {
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
function sameRecord(table: Table, game: GoldenGame): void {
  const record = recordFor(table);
  const plain = JSON.parse(JSON.stringify(record)) as Record<string, unknown>;
  const named = (setup: unknown): unknown => ({ ...(setup as object), variant: null });
  expect({ ...plain, setup: named(plain["setup"]) }).toEqual({
    ...game.record,
    setup: named(game.record["setup"]),
  });
  expect(gameOfRecord(core, plain).state.position.full).toBe(table.game.state.position.full);
  expect(gameOfRecord(core, game.record).state.position.full).toBe(table.game.state.position.full);
}

describe("refused moves have the library's reasons", () => {
  test.each(golden.explanations.map((given) => [given.fen, given] as const))("%s", (_, given) => {
    const variant = variantOf(given.variant);
    const position = new Ruleset(core, variant).read(given.fen);
    for (const [text, expected] of given.asked) {
      let reason: unknown;
      try {
        const found = explain(position, text, variant.rules.huffing);
        reason = found && { ...found, rule: ruleOf(found.code, "") };
      } catch (error) {
        reason = error instanceof Ambiguous ? "AmbiguousMove" : (error as RulesError).kind;
      }
      expect(reason, text).toEqual(expected);
    }
  });
});
