/** What is agreed before a game: the part of it that no event changes. */

import type { Core } from "./core";
import { readControl, type TimeControl } from "./clock";
import { RulesError, type Reason } from "./errors";
import { Ruleset, type Position } from "./position";
import { isKnown, isRecord, outOfRange, variantOf, type DrawRule, type Variant } from "./rules";

const DRAWS = ["rules", "claim", "automatic"] as const;
export type Draws = (typeof DRAWS)[number];

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
  const { huffing, reset_on_progress, draws } = setup;
  if (typeof huffing !== "boolean" || typeof reset_on_progress !== "boolean") {
    throw wrong("huffing and reset_on_progress are true or false");
  }
  if (!DRAWS.includes(draws)) {
    throw wrong(`draws='${String(draws)}' is not one of ${DRAWS.join(", ")}`);
  }
  const reason = contradiction(setup);
  if (reason) throw wrong(reason.code, reason);
  return setup;
}

function wrong(what: string, reason: Reason | null = null): RulesError {
  return new RulesError("InvalidRules", `Game: ${what}`, reason);
}

function contradiction(setup: Setup): Reason | null {
  const { rules } = setup.start.ruleset.variant;
  if (setup.huffing && !rules.compulsory) return { code: "huffing_needs_duty" };
  if (setup.refusal_duty && rules.aim === "lose") return { code: "duty_where_losing_wins" };
  for (const name of ["refusal_duty", "offers_after", "opening"] as const) {
    const value = setup[name];
    if (!Number.isSafeInteger(value) || value < 0 || value > MAX_MOVES) {
      return outOfRange(name, MAX_MOVES);
    }
  }
  return null;
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
