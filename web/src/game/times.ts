/** Time controls in words: `180+2` is 3 min + 2 s. */

import type { NewGame } from "../generated/messages";
import { t } from "../text/language";

export type Mode = NonNullable<NewGame["mode"]>;

/** What is offered; any other control can be entered. */
export const TIMES = ["", "60+1", "180+2", "300+3", "600+5", "1200+10"] as const;
/** Seconds for each move of a game that is played over days. */
export const DAYS = ["86400", "259200", "604800", "1209600"] as const;
/** A reserve of days, and so much more with each move. */
export const RESERVES = ["2592000+86400"] as const;
export const MOST_DAYS = 14;
export const MODES = ["fischer", "bronstein", "delay"] as const;

export const DAY = 86_400;

/** The minutes of a control, and the seconds for each move; null where it is another kind. */
export function partsOf(time: string): { minutes: number; seconds: number } | null {
  const match = /^(\d+)(?:\+(\d+))?$/.exec(time);
  return match ? { minutes: Number(match[1]) / 60, seconds: Number(match[2] ?? 0) } : null;
}

export function controlOf(minutes: number, seconds: number): string {
  const base = Math.max(1, Math.round(minutes * 60));
  return seconds > 0 ? `${base}+${Math.round(seconds)}` : String(base);
}

export function timeName(time: string, mode: string = "fischer"): string {
  if (!time) return t("web.time.none");
  const days = Number(time) / DAY;
  if (Number.isInteger(days)) return t("web.time.days", { n: days });
  const parts = partsOf(time);
  if (!parts) return time;
  const { minutes, seconds } = parts;
  if (minutes * 60 >= DAY && seconds % DAY === 0) {
    return t("web.time.reserve", { n: (minutes * 60) / DAY, more: seconds / DAY });
  }
  const values = { minutes: minutes === 0.5 ? "½" : Math.round(minutes * 100) / 100, seconds };
  if (seconds === 0) return t("web.time.minutes", values);
  if (mode === "delay") return t("web.time.delay", values);
  return t(mode === "bronstein" ? "web.time.bronstein" : "web.time.bonus", values);
}
