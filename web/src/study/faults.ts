/** What is wrong in a file, in words. */

import type { Fault } from "../core/files";
import { t } from "../text/language";

/** What is read as it was plainly meant; the library calls it a warning. */
const MILD = new Set([
  "empty_tag",
  "nothing_captured",
  "shortest_capture",
  "spelt_line_end",
  "told_by_jumps",
]);

const LONGEST = 60;

/** Whether something of the game was lost, or may be. */
export function isFaulty(faults: readonly Fault[]): boolean {
  return faults.some(({ code }) => !MILD.has(code));
}

export function faultText({ code, line, column, text }: Fault): string {
  const short = text.split(/\s+/).filter(Boolean).join(" ");
  const what = t(`web.fault.${code}`, {
    text: short.length > LONGEST ? `${short.slice(0, LONGEST - 1)}…` : short,
  });
  return t("web.study.fault.at", { line, column, what });
}
