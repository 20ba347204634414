/** What the builder says about choices that touch each other. */

import { words, type Key } from "../../text/language";
import { alongWith, valueOf, type Rules, type Switch } from "./record";

/** The name of a switch's value. */
export function valueName(each: Switch, value: string): string {
  return words("house").text(value ? (`house.${each.name}.${value}` as Key) : "house.special");
}

/** What else changed with a switch, in sentences. */
export function changesSaid(
  each: Switch,
  before: Rules,
  rules: Rules,
  all: readonly Switch[],
): string {
  const speech = words("house");
  const sentences = alongWith(each, before, rules, all).map((other) =>
    speech.text("web.house.fitted", {
      switch: speech.text(`house.${other.name}` as Key),
      was: valueName(other, valueOf(other, before)),
      now: valueName(other, valueOf(other, rules)),
    }),
  );
  const edge = Number(before["rows_behind"] ?? 0) > Number(rules["rows_behind"] ?? 0);
  return [...sentences, ...(edge ? [speech.text("web.house.edge")] : [])].join(" ");
}

/** What a rule of choice still means where nobody has to capture, or may be huffed for it. */
export function choiceSaid(rules: Rules, all: readonly Switch[]): string {
  const choice = all.find(({ name }) => name === "choice");
  if (!choice || rules["choice"] === "free") return "";
  const named = { choice: valueName(choice, valueOf(choice, rules)) };
  if (rules["compulsory"] === false) return words("house").text("web.house.choice_optional", named);
  return rules["huffing"] === true ? words("house").text("web.house.choice_huffing", named) : "";
}
