/** The ten players that the computer can be, by their names. */

import { t } from "../text/language";

/** Names that both languages know. */
const NAMES = [
  "Pip",
  "Mila",
  "Otto",
  "Rosa",
  "Emil",
  "Greta",
  "Viktor",
  "Selma",
  "Konrad",
  "Ada",
] as const;

/** The name of the player of a level, from 1 to 10. */
export function levelName(level: number): string {
  return NAMES[level - 1] ?? t("web.computer");
}
