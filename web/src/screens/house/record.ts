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
export function grouped(all: readonly Switch[]): readonly (readonly [Key, readonly Switch[]])[] {
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

/** Turn a switch, and with it whatever would contradict it. */
export function turned(rules: Rules, each: Switch, value: string, all: readonly Switch[]): Rules {
  let next: Rules = { ...rules, ...each.values[value] };
  const set = (name: string, wanted: string): void => {
    next = { ...next, ...all.find((other) => other.name === name)?.values[wanted] };
  };
  const straight = all.find((other) => other.name === "lines")?.values["straight"] ?? {};
  const isStraight = Object.entries(straight).every(([field, want]) => same(next[field], want));
  const full = next["board"] === "8x8-full";
  if (isStraight && !full) {
    if (each.name === "lines") set("board", "8x8-full");
    else set("lines", "backward");
  }
  const width = Number.parseInt(String(next["board"]), 10);
  const behind = Number(next["rows_behind"] ?? 0);
  const most = Math.ceil(width / 2) - 1;
  const rows = Number(next["men_rows"] ?? 3);
  if (rows + behind > most) {
    next = { ...next, rows_behind: 0, men_rows: Math.min(rows, most) };
  }
  if (next["aim"] === "lose") next = { ...next, refusal_duty: 0 };
  if (next["compulsory"] === false) next = { ...next, huffing: false };
  return next;
}

/** The record in the alphabet of addresses. */
export function packed(record: HouseRecord): string {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The record out of a link, or null where it is none. */
export function unpacked(text: string): HouseRecord | null {
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
