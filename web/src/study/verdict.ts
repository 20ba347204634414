/** What is said of a second try at a mistake. */

import { t, type Key } from "../text/language";
import type { Retry } from "./retrying";

/** What came of a try; the answer to a wrong move where it is known. */
export function verdictText({ verdict, refutation }: Retry): string {
  const [wrong, ...answers] = refutation.value.map(({ move }) => move.short);
  if (verdict.value === "wrong" && wrong) {
    return t("web.report.retry.refuted", { line: [`${wrong}?`, ...answers].join(" ") });
  }
  return t(`web.report.retry.${verdict.value}` as Key);
}
