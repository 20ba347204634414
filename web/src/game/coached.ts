/** Which games have a coach: those of one player against the computer. */

import type { Play } from "./play";

/** Whether the player may ask the coach here, and is warned by it. */
export function isCoached(play: Play): boolean {
  const view = play.view.value;
  if (!view || view.outcome || play.you.value.length !== 1 || !play.mine.value) return false;
  const rival = play.you.value[0] === "white" ? "black" : "white";
  return view.players[rival]?.kind === "engine";
}
