/** What is agreed before a game: the part of it that no event changes. */

import type { Core } from "./core";
import { readControl, type TimeControl } from "./clock";
import { RulesError } from "./errors";
import { Ruleset, type Position } from "./position";
import { isKnown, isRecord, variantOf, type DrawRule, type Variant } from "./rules";

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

const MAX_MOVES = 1000;

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
    time,
  };
  const problem = contradiction(setup);
  if (problem) throw new RulesError("InvalidRules", `Game: ${problem}`);
  return setup;
}

function contradiction(setup: Setup): string {
  const { rules } = setup.start.ruleset.variant;
  const { huffing, reset_on_progress, draws } = setup;
  if (typeof huffing !== "boolean" || typeof reset_on_progress !== "boolean") {
    return "huffing and reset_on_progress are true or false";
  }
  if (huffing && !rules.compulsory) return "huffing needs the duty to capture";
  if (setup.refusal_duty && rules.aim === "lose") {
    return "a refusal duty makes no sense where losing wins";
  }
  if (!["rules", "claim", "automatic"].includes(draws)) return `draws='${draws}' is not known`;
  for (const name of ["refusal_duty", "offers_after", "opening"] as const) {
    const value = setup[name];
    if (!Number.isSafeInteger(value) || value < 0 || value > MAX_MOVES) {
      return `${name}=${value} is not within 0..${MAX_MOVES}`;
    }
  }
  return "";
}

export function variantIn(setup: Setup): Variant {
  return setup.start.ruleset.variant;
}

/** Whether a full draw count ends the game without a claim. */
export function isAutomatic(setup: Setup, rule: DrawRule): boolean {
  return setup.draws === "rules" ? rule.automatic : setup.draws === "automatic";
}

/** Whether a repetition ends the game without a claim. */
export function repetitionAutomatic(setup: Setup): boolean {
  const byRules = variantIn(setup).rules.repetition_automatic;
  return setup.draws === "rules" ? byRules : setup.draws === "automatic";
}

/** The agreements as records hold them; `named` is the game with the name of house rules. */
export function writtenSetup(setup: Setup, named = variantIn(setup)): Record<string, unknown> {
  const { start, ...options } = setup;
  return { variant: isKnown(named) ? named.key : named, start: start.full, ...options };
}

/** Read the agreements of a record; throws `RulesError`. */
export function readSetup(core: Core, given: unknown): Setup {
  if (!isRecord(given)) throw new RulesError("InvalidRecord", "setup: expected an object");
  const { variant, start, time = null, ...options } = given;
  if (typeof start !== "string") throw new RulesError("InvalidRecord", "setup: start is not a FEN");
  const ruleset = new Ruleset(core, variantOf(variant));
  const control = time === null ? null : readControl(time);
  return agree(ruleset.read(start), options as Partial<Options>, control);
}
