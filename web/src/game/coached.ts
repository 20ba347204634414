/** Which games have a coach: those of one player against the computer that count for nothing. */

import { preferences } from "../state/preferences";
import type { View } from "../generated/messages";
import type { Play } from "./play";

/** Whether the computer plays in a game. */
export function hasComputer({ players }: Pick<View, "players">): boolean {
  return [players.white, players.black].some((player) => player?.kind === "engine");
}

/** Up to this level the computer is met by somebody who still learns. */
const LEARNING = 3;

/** Whether the player may ask the coach here, and is warned by it. */
export function isCoached(play: Play): boolean {
  const view = play.view.value;
  if (!view || view.rated || view.outcome || play.you.value.length !== 1 || !play.mine.value)
    return false;
  const rival = play.you.value[0] === "white" ? "black" : "white";
  return view.players[rival]?.kind === "engine";
}

/** Whether the coach warns before a blunder here: as the player chose, else who still learns. */
export function isWarning(play: Play): boolean {
  const chosen = preferences.coach.value;
  return chosen === "auto" ? isLearning(play) : chosen === "on";
}

/** Whether somebody still learns here: a child, or who meets a low level of the computer. */
export function isLearning(play: Play): boolean {
  const { white, black } = play.view.value!.players;
  const level = white?.level ?? black?.level ?? Infinity;
  return preferences.child.value || level <= LEARNING;
}
