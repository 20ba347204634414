/** What is agreed before a game: the part of it that no event changes. */

import type { Agreed } from "./games";
import type { Core } from "./core";
import type { Refused } from "./refused";
import type { Mode, TimeControl } from "./clock";
import { RulesError, TooComplex, wrongRules } from "./errors";
import { Ruleset, type Position } from "./position";
import { isRecord, keptAs, variantOf, type Variant } from "./rules";

export interface Setup extends Agreed {
  readonly start: Position;
}

/** What is asked for; what is left open or null is as the game has it. */
export type Wished = {
  readonly [name in Exclude<keyof Agreed, "time">]?: Agreed[name] | null | undefined;
} & {
  /** A time control, or a text as PDN has it, whose bonus does what the mode says. */
  readonly time?: TimeControl | string | null | undefined;
  readonly mode?: Mode | undefined;
};

/** The agreements with everything that was left open; throws `RulesError`. */
export function agree(start: Position, wished: Wished): Setup {
  return completed(start, wished, false);
}

function completed(start: Position, given: object, stored: boolean): Setup {
  const { core, number } = start.ruleset;
  const found = core.games.agree(number, { ...given, start: start.full }, stored);
  if (!isRefused(found)) {
    const { huffing, refusal_duty, reset_on_progress, draws, offers_after, opening, time } = found;
    const agreed = { huffing, refusal_duty, reset_on_progress, draws, offers_after, opening, time };
    return { start, ...agreed };
  }
  if (found.refused !== "wrong") throw new TooComplex();
  throw wrongRules({ ...found, what: `Game: ${found.what}` }, "Game");
}

function isRefused(found: Agreed | Refused): found is Refused {
  return "refused" in found;
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
  return { variant: keptAs(named), ...optionsOf(setup) };
}

/** Read the agreements of a record; throws `RulesError`. */
export function readSetup(core: Core, given: unknown): Setup {
  if (!isRecord(given)) throw new RulesError("InvalidRecord", "setup: expected an object");
  const { variant, start, ...agreed } = given;
  if (typeof start !== "string") throw new RulesError("InvalidRecord", "setup: start is not a FEN");
  const ruleset = new Ruleset(core, variantOf(core, variant));
  return completed(ruleset.read(start), agreed, true);
}
