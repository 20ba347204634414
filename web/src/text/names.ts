/** How players are called: guests whom nobody has named, in the language of the page. */

import { t } from "./language";

export function playerName(name: string): string {
  if (!name) return t("web.you");
  const guest = /^Guest (\d+)( \(2\))?$/.exec(name);
  return guest ? t("web.guest", { n: guest[1]! }) + (guest[2] ?? "") : name;
}

/** A text without capitals and accents, for comparing. */
export function plainText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("×", "x").toLowerCase().trim();
}
