/** The rules of a game in short lines, made from its switches alone, as the library says them. */

import type { Catalogue } from "../../text/catalogue";

export type Rules = Readonly<Record<string, unknown>>;

interface DrawRule {
  readonly rule: string;
  readonly automatic: boolean;
}

const DIAGONAL = ["forward", "backward"];

/** Board first, end of the game last; `huffing` and `duty` are those agreed for one game. */
export function summary(
  rules: Rules,
  words: Catalogue,
  huffing = rules["huffing"] === true,
  duty = Number(rules["refusal_duty"]),
): string[] {
  const board = String(rules["board"]);
  const full = board.endsWith("full");
  const width = Number.parseInt(board, 10);
  const free = rules["landing"] === "free" || !rules["flying"];
  const run = Number(rules["king_run"]);
  const few = Number(rules["too_few"]);
  return [
    words.text(full ? "rules.board.full" : "rules.board.dark", {
      width,
      n: rules["men_rows"] as number,
    }),
    words.text("rules.first", { side: words.maybe(`color.${String(rules["first"])}`) }),
    words.text(men(rules)),
    words.text(kings(rules)),
    ...(free ? [] : [words.maybe(`rules.landing.${String(rules["landing"])}`)]),
    ...(rules["men_take_kings"] ? [] : [words.text("rules.immune")]),
    ...(run > 0 ? [words.text("rules.king_run", { n: run })] : []),
    words.maybe(`rules.crowning.${String(rules["crowning"])}`),
    ...captures(rules, words, huffing),
    words.maybe(`rules.aim.${String(rules["aim"])}`),
    ...(few > 0 ? [words.text("rules.too_few", { n: few })] : []),
    ...draws(rules, words, duty),
  ];
}

function lines(rules: Rules, of: string): readonly string[] {
  return (rules[of] as readonly string[] | undefined) ?? [];
}

function isStraight(rules: Rules, of: string): boolean {
  return lines(rules, of).some((line) => !DIAGONAL.includes(line));
}

function men(rules: Rules) {
  if (lines(rules, "men_move").includes("sideways")) return "rules.men.straight";
  if (isStraight(rules, "men_capture")) return "rules.men.all";
  return lines(rules, "men_capture").includes("backward")
    ? "rules.men.backward"
    : "rules.men.forward";
}

function kings(rules: Rules) {
  if (isStraight(rules, "king_move")) return "rules.kings.straight";
  if (isStraight(rules, "king_capture")) return "rules.kings.all";
  return rules["flying"] ? "rules.kings.flying" : "rules.kings.short";
}

function captures(rules: Rules, words: Catalogue, huffing: boolean): string[] {
  const removal = words.maybe(`rules.removal.${String(rules["removal"])}`);
  if (!rules["compulsory"]) return [words.text("rules.capture.optional"), removal];
  return [
    words.text(huffing ? "rules.capture.huffing" : "rules.capture.duty"),
    words.maybe(`rules.choice.${String(rules["choice"])}`),
    removal,
  ];
}

function draws(rules: Rules, words: Catalogue, duty: number): string[] {
  const n = Number(rules["repetition"]);
  const way = rules["repetition_automatic"] ? "automatic" : "claim";
  const counts = (rules["draw_rules"] as readonly DrawRule[]).map(({ rule, automatic }) =>
    words.text(automatic ? "rules.count.automatic" : "rules.count.claim", {
      rule: words.maybe(`draw_rule.${rule}`, rule),
    }),
  );
  return [
    ...(n > 0 ? [words.text(`rules.repetition.${way}`, { n })] : []),
    ...counts,
    ...(duty > 0 && rules["aim"] !== "lose" ? [words.text("rules.duty", { n: duty })] : []),
  ];
}
