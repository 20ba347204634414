/** Which games have a coach: those of one player against the computer. */

import { preferences } from "../state/preferences";
import type { Play } from "./play";

/** Up to this level the coach warns unless it was told not to. */
const WARNED_UP_TO = 3;

/** Whether the player may ask the coach here, and is warned by it. */
export function isCoached(play: Play): boolean {
  const view = play.view.value;
  if (!view || view.outcome || play.you.value.length !== 1 || !play.mine.value) return false;
  const rival = play.you.value[0] === "white" ? "black" : "white";
  return view.players[rival]?.kind === "engine";
}

/** Whether the coach warns before a blunder here: as the player chose, else at low levels. */
export function isWarning(play: Play): boolean {
  const chosen = preferences.coach.value;
  return chosen === "auto" ? levelOf(play) <= WARNED_UP_TO : chosen === "on";
}

/** The level of the computer that is met. */
function levelOf(play: Play): number {
  const { white, black } = play.view.value!.players;
  return white?.level ?? black?.level ?? 0;
}
