/** On what ground a program gave a verdict on a refused draw, in words. */

import { groundOf } from "../game/ground";
import { language, t } from "./language";

/** A reason in words: tables, what a search has proved, or a score; null of a person's reason. */
export function groundSaid(reason: string): string | null {
  const ground = groundOf(reason);
  if (!ground) return null;
  if (ground.said === "margin") {
    const { depth, score, margin } = ground;
    const men = (hundredths: number, signDisplay: "exceptZero" | "auto"): string =>
      new Intl.NumberFormat(language.value, {
        signDisplay,
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(hundredths / 100);
    const least = men(margin, "auto");
    return t("verdict.margin", { men: men(score, "exceptZero"), least, depth });
  }
  const { said, value, plies } = ground;
  // No search proves a draw.
  if (value === "draw") return t("verdict.tables.draw");
  if (plies === null) return t(`verdict.${said}.${value}`);
  return t(`verdict.${said}.${value}_in`, { n: Math.ceil(plies / 2) });
}
