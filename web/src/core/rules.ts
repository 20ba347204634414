/** Games by their records, which the core reads, completes and checks. */

import type { GameRecord } from "../generated/messages";
import type { Rules, Side } from "../generated/law";
import records from "../generated/records.json";
import type { Core } from "./core";
import { RulesError } from "./errors";
import { isPrintable, oneLine } from "./names";
import type { Variant } from "./variant";

export type { Rules, Side, Variant };

export const KNOWN = records as unknown as readonly Variant[];

/** Whether a value is an object whose fields can be read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The game of a key or of a record; throws `RulesError`. A known game comes back as itself. */
export function variantOf(core: Core, given: unknown): Variant {
  if (!isRecord(given)) {
    return recorded(String(given));
  }
  const { variant } = core.game(given);
  const known = KNOWN.find(({ key }) => key === variant.key);
  return known && isSame(known, variant) ? known : variant;
}

/** The game that was kept under its key, or as the core has completed its record. */
export function recorded(kept: string | Variant): Variant {
  if (typeof kept !== "string") return kept;
  const known = KNOWN.find(({ key }) => key === kept);
  if (known) return known;
  throw new RulesError("UnknownVariant", `Unknown variant '${kept.slice(0, 40)}'`);
}

/** Whether this is one of the known games. */
export function isKnown(variant: Variant): boolean {
  return KNOWN.includes(variant);
}

/** As what a game is kept and asked for: a known one by its key, others by their record. */
export function keptAs(variant: Variant): string | (Variant & GameRecord) {
  return isKnown(variant) ? variant.key : (variant as Variant & GameRecord);
}

/** House rules as games are played by them: equal rules are one game, whatever they are called. */
export function unnamed(variant: Variant): { readonly variant: Variant; readonly name: string } {
  if (isKnown(variant)) return { variant, name: "" };
  const name = oneLine(variant.names["en"] || variant.key);
  if (!isPrintable(name)) {
    throw new RulesError("InvalidRules", "names: expected one printable line");
  }
  return { variant: house(variant.rules, variant.notation, ""), name };
}

/** The record of house rules under a name. */
export function house(rules: Rules, notation: Variant["notation"], name: string): Variant {
  return {
    key: "house",
    names: { de: name, en: name },
    rules,
    notation,
    first_square: "top-left",
    mirrored: false,
    capture_sign: "x",
    gametype: "",
    source: "",
  };
}

function isSame(one: unknown, two: unknown): boolean {
  if (!isRecord(one) || !isRecord(two)) return JSON.stringify(one) === JSON.stringify(two);
  const names = Object.keys(one);
  return names.length === Object.keys(two).length && names.every((n) => isSame(one[n], two[n]));
}
