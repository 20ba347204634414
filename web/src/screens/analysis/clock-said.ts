/** What a clock showed at a move: in days where it had any. */

import { clockText } from "../../study/annotations";
import { timeText } from "../game/clock";

const DAY = 24 * 60 * 60 * 1000;

export function clockSaid(milliseconds: number): string {
  return milliseconds < DAY ? clockText(milliseconds) : timeText(milliseconds, false);
}
