import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../src/core/core";
import { Ambiguous, Illegal, NotAllowed, RulesError } from "../../src/core/errors";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { variantOf } from "../../src/core/rules";
import { agree, readSetup } from "../../src/core/setup";
import { openCore } from "../offline/core";
import { golden } from "../offline/golden";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

const { seed, laws, kinds } = golden;

describe(`the law is the library's in random games (seed ${seed})`, () => {
  test.each(laws.map((game, index) => [index, game] as const))("%i", (_, { setup, steps }) => {
    const game = new Game(readSetup(core, setup));
    for (const [number, { event, refused, state }] of steps.entries()) {
      const where = `step ${number}: ${JSON.stringify(event)}`;
      expect(
        refusal(() => game.add(event)),
        where,
      ).toBe(refused ?? "");
      expect(valuesOf(game), where).toEqual(state);
    }
    const accepted = steps.filter(({ refused }) => refused === undefined);
    expect(game.events).toHaveLength(accepted.length);
  });
});

test(`every kind of event is accepted at least once (seed ${seed})`, () => {
  const accepted = laws.flatMap(({ steps }) =>
    steps.filter(({ refused }) => refused === undefined).map(({ event }) => String(event["kind"])),
  );
  expect([...new Set(accepted)].sort()).toEqual(kinds);
});

function refusal(act: () => void): string {
  try {
    act();
    return "";
  } catch (error) {
    if (error instanceof Illegal || error instanceof NotAllowed) return error.reason.code;
    if (error instanceof Ambiguous) return "AmbiguousMove";
    if (error instanceof RulesError) return error.kind;
    throw error;
  }
}

function valuesOf(game: Game): Readonly<Record<string, unknown>> {
  const { position, ply: plies, offer, paused, duties, claims, outcome } = game.state;
  return {
    fen: position.full,
    plies,
    offer,
    paused,
    duties: duties.map(({ side, made, limit }) => [side, made, limit]),
    claims: claims.map(({ rule, by, move }) => [rule, by, move]),
    outcome: outcome && [outcome.winner, outcome.termination, outcome.rule],
  };
}

test("a log in which an offer came back with a take-back is read by the law it was stored under", () => {
  const game = new Game(agree(new Ruleset(core, variantOf(core, "english")).initial(), {}));
  const events = [
    { kind: "draw_offered", by: "black" },
    { kind: "played", by: "black", move: "11-15" },
    { kind: "played", by: "white", move: "22-18" },
    { kind: "takeback_requested", by: "white", plies: 1 },
    { kind: "takeback_accepted", by: "black" },
  ];
  for (const event of events) game.add(event);
  const accepted = { kind: "draw_accepted", by: "white" };
  expect(() => game.add(accepted)).toThrow(NotAllowed);
  game.addStored(accepted);
  expect(game.outcome?.termination).toBe("agreement");
  expect(game.events).toHaveLength(6);
});
