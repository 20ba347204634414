/** The record of a game: its switches read, completed and checked as the library does it. */

import { RulesError, type Reason } from "./errors";
import { isPrintable, oneLine } from "./names";
import records from "../generated/records.json";

export type Side = "white" | "black";
export type Range = readonly [low: number, high: number];

export const BOARDS = ["8x8", "10x10", "12x12", "8x8-full"] as const;
export const LANDINGS = ["free", "continuing", "behind", "behind-king"] as const;
export const CHOICES = ["free", "most", "most-kings", "cascade", "value", "king-first"] as const;
export const REMOVALS = ["late", "at-once"] as const;
export const CROWNINGS = ["ends-move", "at-rest", "goes-on"] as const;
export const AIMS = ["normal", "lose", "king"] as const;
const STEPS = ["forward", "backward", "ahead", "sideways", "behind"] as const;
const PROGRESS = ["capture", "man_move", "crowning"] as const;

export type Step = (typeof STEPS)[number];
export type Progress = (typeof PROGRESS)[number];

export interface Ending {
  readonly strong_men: Range;
  readonly strong_kings: Range;
  readonly weak_men: Range;
  readonly weak_kings: Range;
  readonly total: Range;
  readonly on_long_diagonal: boolean;
}

export interface DrawRule {
  readonly rule: string;
  readonly plies: number;
  readonly resets: readonly Progress[];
  readonly endings: readonly Ending[];
  readonly automatic: boolean;
}

export interface Rules {
  readonly board: (typeof BOARDS)[number];
  readonly men_rows: number;
  readonly rows_behind: number;
  readonly first: Side;
  readonly men_move: readonly Step[];
  readonly men_capture: readonly Step[];
  readonly men_take_kings: boolean;
  readonly crowning: (typeof CROWNINGS)[number];
  readonly king_move: readonly Step[];
  readonly king_capture: readonly Step[];
  readonly flying: boolean;
  readonly landing: (typeof LANDINGS)[number];
  readonly turn_back: boolean;
  readonly king_run: number;
  readonly compulsory: boolean;
  readonly choice: (typeof CHOICES)[number];
  readonly removal: (typeof REMOVALS)[number];
  readonly huffing: boolean;
  readonly aim: (typeof AIMS)[number];
  readonly too_few: number;
  readonly refusal_duty: number;
  readonly repetition: number;
  readonly repetition_automatic: boolean;
  readonly repetition_rule: string;
  readonly draw_rules: readonly DrawRule[];
}

export interface Variant {
  readonly key: string;
  readonly names: Readonly<Record<string, string>>;
  readonly rules: Rules;
  readonly notation: "numeric" | "algebraic";
  readonly first_square: "top-left" | "bottom-right";
  readonly mirrored: boolean;
  readonly capture_sign: "x" | ":" | "-";
  readonly gametype: string;
  readonly source: string;
}

export const KNOWN = records as unknown as readonly Variant[];

const DEFAULTS: Rules = {
  board: "8x8",
  men_rows: 3,
  rows_behind: 0,
  first: "black",
  men_move: ["forward"],
  men_capture: ["forward"],
  men_take_kings: true,
  crowning: "ends-move",
  king_move: ["forward", "backward"],
  king_capture: ["forward", "backward"],
  flying: false,
  landing: "free",
  turn_back: true,
  king_run: 0,
  compulsory: true,
  choice: "free",
  removal: "late",
  huffing: false,
  aim: "normal",
  too_few: 0,
  refusal_duty: 0,
  repetition: 3,
  repetition_automatic: true,
  repetition_rule: "E25",
  draw_rules: [],
};

const ALL_NUMBERS: Range = [0, 255];
const MOST_DRAW_RULES = 6; // and endings of one
const NUMBERS = [
  ["king_run", 1, 100],
  ["too_few", 1, 30],
  ["refusal_duty", 1, 1000],
  ["repetition", 2, 100],
] as const;
const tooManyDrawRules: Reason = { code: "too_many_draw_rules", most: MOST_DRAW_RULES };

/** Why the number of a switch is refused. */
export const outOfRange = (name: string, most: number): Reason => ({
  code: "switch_out_of_range",
  switch: name,
  most,
});
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  board: BOARDS,
  first: ["white", "black"],
  crowning: CROWNINGS,
  landing: LANDINGS,
  choice: CHOICES,
  removal: REMOVALS,
  aim: AIMS,
};
const STEP_FIELDS = new Set(["men_move", "men_capture", "king_move", "king_capture"]);
const MOST_TEXT = 200;

type Given = Readonly<Record<string, unknown>>;

/** Whether a value is an object whose fields can be read. */
export function isRecord(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The game of a key or of a record; throws `RulesError`. A known game comes back as itself. */
export function variantOf(given: unknown): Variant {
  if (!isRecord(given)) {
    const known = KNOWN.find(({ key }) => key === given);
    if (known) return known;
    throw new RulesError("UnknownVariant", `Unknown variant '${String(given).slice(0, 40)}'`);
  }
  const read = readVariant(given);
  const known = KNOWN.find(({ key }) => key === read.key);
  return known && isSame(known, read) ? known : read;
}

/** Whether this is one of the known games. */
export function isKnown(variant: Variant): boolean {
  return KNOWN.includes(variant);
}

/** House rules as games are played by them: equal rules are one game, whatever they are called. */
export function unnamed(variant: Variant): { readonly variant: Variant; readonly name: string } {
  if (isKnown(variant)) return { variant, name: "" };
  const name = oneLine(variant.names["en"] || variant.key);
  if (!isPrintable(name)) throw wrong("names: expected one printable line");
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

const wrong = (what: string): RulesError => new RulesError("InvalidRules", what);

function oneOf<T extends string>(name: string, value: unknown, among: readonly T[]): T {
  const found = among.find((each) => each === value);
  if (found === undefined) throw wrong(`Variant: ${name}=${JSON.stringify(value)} is not known`);
  return found;
}

function text(name: string, value: unknown): string {
  if (typeof value === "string" && value.length <= MOST_TEXT) return value;
  throw wrong(`Variant: ${name} is not a text`);
}

function readVariant(given: Given): Variant {
  const known = new Set(["key", "names", "rules", "notation", "first_square", "mirrored"]);
  for (const name of ["capture_sign", "gametype", "source"]) known.add(name);
  const stranger = Object.keys(given).find((name) => !known.has(name));
  if (stranger) throw wrong(`Variant: not a game record (${stranger.slice(0, 40)})`);
  const { names, mirrored = false } = given;
  if (!isRecord(names) || typeof mirrored !== "boolean") {
    throw wrong("Variant: not a game record");
  }
  return {
    key: text("key", given["key"]),
    names: Object.fromEntries(Object.entries(names).map(([k, v]) => [k, text("name", v)])),
    rules: readRules(given["rules"]),
    notation: oneOf("notation", given["notation"] ?? "numeric", ["numeric", "algebraic"]),
    first_square: oneOf("first_square", given["first_square"] ?? "top-left", [
      "top-left",
      "bottom-right",
    ]),
    mirrored,
    capture_sign: oneOf("capture_sign", given["capture_sign"] ?? "x", ["x", ":", "-"]),
    gametype: text("gametype", given["gametype"] ?? ""),
    source: text("source", given["source"] ?? ""),
  };
}

/** Switches with their defaults filled in; throws `RulesError` where they make no game. */
function readRules(given: unknown): Rules {
  if (!isRecord(given)) throw wrong("Rules: expected an object");
  const read: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, value] of Object.entries(given)) {
    if (!(name in DEFAULTS)) throw wrong(`Rules: unknown switch '${name.slice(0, 40)}'`);
    read[name] = readSwitch(name as keyof Rules, value);
  }
  const rules = read as unknown as Rules;
  const reason = contradiction(rules);
  if (reason) throw new RulesError("InvalidRules", `Rules: ${reason.code}`, reason);
  return rules;
}

function readSwitch(name: keyof Rules, value: unknown): unknown {
  const among = CHOSEN[name];
  if (among) return oneOf(name, value, among);
  if (STEP_FIELDS.has(name)) return flags(name, value, STEPS);
  if (name === "draw_rules") {
    if (!Array.isArray(value)) throw wrong("Rules: draw_rules is not a list");
    return value.map(readDrawRule);
  }
  const fits = typeof value === typeof DEFAULTS[name];
  const whole = typeof value !== "number" || Number.isSafeInteger(value);
  const brief = typeof value !== "string" || value.length <= MOST_TEXT;
  if (!fits || !whole || !brief) throw wrong(`Rules: ${name} is not valid`);
  return value;
}

function flags<T extends string>(name: string, value: unknown, among: readonly T[]): T[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : [null];
  if (named.some((each) => !among.includes(each as T))) throw wrong(`Rules: ${name} is not valid`);
  return among.filter((each) => named.includes(each));
}

function readDrawRule(given: unknown): DrawRule {
  const read = { resets: [], endings: [], automatic: true, ...(isRecord(given) ? given : {}) };
  const { rule, plies, resets, endings, automatic, ...others } = read as Given;
  const fits = Number.isSafeInteger(plies) && typeof automatic === "boolean";
  if (!fits || !Array.isArray(endings) || Object.keys(others).length > 0) {
    throw wrong("Rules: draw_rules is not valid");
  }
  return {
    rule: text("rule", rule),
    plies: plies as number,
    resets: flags("resets", resets, PROGRESS),
    endings: endings.map(readEnding),
    automatic,
  };
}

function readEnding(given: unknown): Ending {
  if (!isRecord(given)) throw wrong("Rules: draw_rules is not valid");
  const { on_long_diagonal = false, ...ranges } = given;
  const names = ["strong_men", "strong_kings", "weak_men", "weak_kings", "total"];
  const known = Object.keys(ranges).every((name) => names.includes(name));
  if (!known || typeof on_long_diagonal !== "boolean") {
    throw wrong("Rules: draw_rules is not valid");
  }
  const read = names.map((name) => [name, range(ranges[name] ?? ALL_NUMBERS)]);
  return { ...Object.fromEntries(read), on_long_diagonal } as Ending;
}

function range(given: unknown): Range {
  const fits =
    Array.isArray(given) &&
    given.length === 2 &&
    given.every((each) => Number.isSafeInteger(each) && each >= 0 && each <= 255);
  if (!fits) throw wrong("Rules: draw_rules is not valid");
  return given as unknown as Range;
}

function contradiction(rules: Rules): Reason | null {
  const most = Math.floor((Number.parseInt(rules.board, 10) - 1) / 2);
  const has = (steps: readonly Step[], ...names: Step[]): boolean =>
    names.some((name) => steps.includes(name));
  const straight = ["ahead", "sideways", "behind"] as const;
  const within = (n: number, low: number, high: number): boolean => n >= low && n <= high;
  if (rules.men_rows < 1 || rules.rows_behind < 0 || rules.men_rows + rules.rows_behind > most) {
    return { code: "rows_fill_board", most };
  }
  if (!has(rules.men_move, "forward", "ahead")) return { code: "men_must_advance" };
  if (has(rules.men_move, "backward", "behind")) return { code: "men_must_not_retreat" };
  if ([rules.king_move, rules.king_capture, rules.men_capture].some((each) => each.length === 0)) {
    return { code: "piece_without_line" };
  }
  if (rules.board !== "8x8-full" && has([...rules.men_move, ...rules.king_move], ...straight)) {
    return { code: "straight_needs_all_squares" };
  }
  if (rules.huffing && !rules.compulsory) return { code: "huffing_needs_duty" };
  if (rules.aim === "lose" && rules.refusal_duty) return { code: "duty_where_losing_wins" };
  for (const [name, low, high] of NUMBERS) {
    const value = rules[name];
    if (value && !within(value, low, high)) return outOfRange(name, high);
  }
  const endings = rules.draw_rules.map((rule) => rule.endings.length);
  if (rules.draw_rules.length > MOST_DRAW_RULES) return tooManyDrawRules;
  if (rules.draw_rules.some(({ plies }) => !within(plies, 1, 254))) return outOfRange("plies", 254);
  return endings.some((each) => each > MOST_DRAW_RULES) ? tooManyDrawRules : null;
}
