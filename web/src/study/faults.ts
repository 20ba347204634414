/** What is wrong in a file, in words. */

import type { Fault } from "../core/files";
import facts from "../generated/offline.json";
import { t } from "../text/language";

const WEIGHTS: Readonly<Record<string, string>> = facts.faults;

const LONGEST = 60;

/** Whether something of the game was lost, or may be. */
export function isFaulty(faults: readonly Fault[]): boolean {
  return faults.some(({ code }) => WEIGHTS[code] !== "mild");
}

export function faultText({ code, line, column, text }: Fault): string {
  const short = text.split(/\s+/).filter(Boolean).join(" ");
  const what = t(`web.fault.${code}`, {
    text: short.length > LONGEST ? `${short.slice(0, LONGEST - 1)}…` : short,
  });
  return t("web.study.fault.at", { line, column, what });
}
