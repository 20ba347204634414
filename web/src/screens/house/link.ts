/** House rules as a short part of an address: the game they begin from, and the switches turned. */

import type { HouseRecord } from "../../game/variants";
import { valueOf, type Switch } from "./record";

/** `english~king.flying~choice.most`; null where switches cannot say what the rules are. */
export function shorten(
  record: HouseRecord,
  records: readonly HouseRecord[],
  switches: readonly Switch[],
): string | null {
  const found = records.flatMap((base) => {
    const turned = switches
      .filter((each) => valueOf(each, record.rules) !== valueOf(each, base.rules))
      .map((each) => `${each.name}.${valueOf(each, record.rules)}`);
    const text = [base.key, ...turned].join("~");
    const again = restore(text, "", records, switches);
    return again && isSame(again, record) ? [text] : [];
  });
  return found.sort((one, two) => one.length - two.length)[0] ?? null;
}

/** The record that a short text means, or null where it means none. */
export function restore(
  text: string,
  name: string,
  records: readonly HouseRecord[],
  switches: readonly Switch[],
): HouseRecord | null {
  const [key, ...turned] = text.split("~");
  const base = records.find((each) => each.key === key);
  if (!base) return null;
  const rules: Record<string, unknown> = { ...base.rules };
  for (const part of turned) {
    const [about, value = ""] = part.split(".");
    const changes = switches.find((each) => each.name === about)?.values[value];
    if (!changes) return null;
    Object.assign(rules, changes);
  }
  return { ...base, rules, names: { de: name, en: name } };
}

/** Whether two records are one game, whatever they are called. */
function isSame(one: HouseRecord, two: HouseRecord): boolean {
  const [mine, theirs] = [one, two].map(({ rules, notation, first_square, mirrored }) => {
    const sorted = Object.entries(rules).sort(([first], [second]) => (first < second ? -1 : 1));
    return JSON.stringify([sorted, notation, first_square, mirrored]);
  });
  return mine === theirs;
}
