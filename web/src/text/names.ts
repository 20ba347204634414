/** How players are called: guests whom nobody has named, in the language of the page. */

import { t } from "./language";

export function playerName(name: string): string {
  const guest = /^Guest (\d+)$/.exec(name);
  return guest ? t("web.guest", { n: guest[1]! }) : name;
}
