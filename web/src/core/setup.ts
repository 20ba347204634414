/** What is agreed before a game: the part of it that no event changes. */

import type { Core } from "./core";
import type { TimeControl } from "./clock";
import { RulesError, TooComplex, wrongRules } from "./errors";
import { Ruleset, type Position } from "./position";
import { isKnown, isRecord, variantOf, type Variant } from "./rules";

export type Draws = "rules" | "claim" | "automatic";

export interface Setup {
  readonly start: Position;
  readonly huffing: boolean;
  readonly refusal_duty: number;
  readonly reset_on_progress: boolean;
  readonly draws: Draws;
  readonly offers_after: number;
  readonly opening: number;
  readonly time: TimeControl | null;
}

type Options = Omit<Setup, "start" | "time">;

/** The agreements with everything that is left open as the game has it; throws `RulesError`. */
export function agree(
  start: Position,
  options: Partial<Options>,
  time: TimeControl | null = null,
): Setup {
  const { rules } = start.ruleset.variant;
  const setup: Setup = {
    start,
    huffing: options.huffing ?? rules.huffing,
    refusal_duty: options.refusal_duty ?? rules.refusal_duty,
    reset_on_progress: options.reset_on_progress ?? false,
    draws: options.draws ?? "rules",
    offers_after: options.offers_after ?? 0,
    opening: options.opening ?? 0,
    ...options,
    time,
  };
  const { core, number } = start.ruleset;
  const begun = core.beginGame(number, optionsOf(setup));
  if (typeof begun === "number") {
    core.giveUpGame(begun);
    return setup;
  }
  if (begun.refused !== "wrong") throw new TooComplex();
  throw wrongRules({ ...begun, what: `Game: ${begun.what}` }, "Game");
}

export function variantIn(setup: Setup): Variant {
  return setup.start.ruleset.variant;
}

/** The agreements as records hold them, but for the variant. */
export function optionsOf({ start, ...options }: Setup): Record<string, unknown> {
  return { start: start.full, ...options };
}

/** The agreements as records hold them; `named` is the game with the name of house rules. */
export function writtenSetup(setup: Setup, named = variantIn(setup)): Record<string, unknown> {
  return { variant: isKnown(named) ? named.key : named, ...optionsOf(setup) };
}

/** Read the agreements of a record; throws `RulesError`. */
export function readSetup(core: Core, given: unknown): Setup {
  if (!isRecord(given)) throw new RulesError("InvalidRecord", "setup: expected an object");
  const { variant, start, time = null, ...options } = given;
  if (typeof start !== "string") throw new RulesError("InvalidRecord", "setup: start is not a FEN");
  const ruleset = new Ruleset(core, variantOf(core, variant));
  return agree(ruleset.read(start), options as Partial<Options>, time as TimeControl | null);
}
