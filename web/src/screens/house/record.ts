/** House rules as a record: switches turned, and the record as part of a link. */

import type { HouseRecord } from "../../game/variants";
import type { Key } from "../../text/catalogue";

export type Rules = Readonly<Record<string, unknown>>;

export interface Switch {
  readonly name: string;
  /** The changes to the rules behind each value. */
  readonly values: Readonly<Record<string, Rules>>;
}

const GROUPS: readonly (readonly [heading: Key, names: readonly string[]])[] = [
  ["web.house.setup", ["board", "rows", "first"]],
  ["web.house.kings", ["king", "crowning", "king_run"]],
  ["web.house.captures", ["capture", "lines", "choice", "removal", "turn_back", "immune"]],
];

/** The switches under headings; what belongs under no other one is about the end of the game. */
export function groupSwitches(
  all: readonly Switch[],
): readonly (readonly [Key, readonly Switch[]])[] {
  const known = GROUPS.flatMap(([, names]) => names);
  const groups = GROUPS.map(
    ([heading, names]) => [heading, all.filter(({ name }) => names.includes(name))] as const,
  );
  return [...groups, ["web.house.ending", all.filter(({ name }) => !known.includes(name))]];
}

/** Which value a switch has in these rules, or "" where it is none of its own. */
export function valueOf(each: Switch, rules: Rules): string {
  const found = Object.entries(each.values).find(([, changes]) =>
    Object.entries(changes).every(([field, wanted]) => same(rules[field], wanted)),
  );
  return found?.[0] ?? "";
}

function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

/** The most rows of men that leave a row free between the sides. */
function mostRows(rules: Rules): number {
  return Math.ceil(Number.parseInt(String(rules["board"]), 10) / 2) - 1;
}

/** Whether a switch can be turned to a value on this board and with this aim. */
export function isOffered(each: Switch, value: string, rules: Rules): boolean {
  if (each.name === "rows") return Number(value) <= mostRows(rules);
  if (each.name === "lines") return value !== "straight" || rules["board"] === "8x8-full";
  return each.name !== "duty" || value === "none" || rules["aim"] !== "lose";
}

/** Turn a switch, and with it whatever would contradict it. */
export function withSwitch(
  rules: Rules,
  each: Switch,
  value: string,
  all: readonly Switch[],
): Rules {
  let next: Rules = { ...rules, ...each.values[value] };
  const lines = all.find(({ name }) => name === "lines");
  if (lines && !isOffered(lines, valueOf(lines, next), next)) {
    next = { ...next, ...lines.values["backward"] };
  }
  const [rows, most] = [Number(next["men_rows"] ?? 3), mostRows(next)];
  if (rows + Number(next["rows_behind"] ?? 0) > most) {
    next = { ...next, rows_behind: 0, men_rows: Math.min(rows, most) };
  }
  return next["aim"] === "lose" ? { ...next, refusal_duty: 0 } : next;
}

/** The switches that were turned along with another one. */
export function alongWith(
  each: Switch,
  before: Rules,
  rules: Rules,
  all: readonly Switch[],
): readonly Switch[] {
  return all.filter(
    (other) => other.name !== each.name && valueOf(other, before) !== valueOf(other, rules),
  );
}

/** The record in the alphabet of addresses. */
export function pack(record: HouseRecord): string {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
  return text
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

/** The record out of a link, or null where it is none. */
export function unpack(text: string): HouseRecord | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (each) => each.codePointAt(0)!);
    const read: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

/** Whether something from outside is a record as far as drawing it goes; its rules the server checks. */
function isRecord(read: unknown): read is HouseRecord {
  const record = read as HouseRecord | null;
  if (!record?.rules || !record.names) return false;
  const { rules, names, notation, first_square, mirrored } = record;
  return (
    Object.values(names).every((name) => typeof name === "string") &&
    /^(8x8|10x10|12x12)(-full)?$/.test(String(rules["board"])) &&
    Number.isInteger(rules["men_rows"]) &&
    Number.isInteger(rules["rows_behind"]) &&
    (notation === "numeric" || notation === "algebraic") &&
    (first_square === "top-left" || first_square === "bottom-right") &&
    typeof mirrored === "boolean"
  );
}
