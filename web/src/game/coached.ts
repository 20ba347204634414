/** Which games have a coach: those of one player against the computer. */

import type { Session } from "./session";

/** Whether the player may ask the coach here, and is warned by it. */
export function coached(session: Session): boolean {
  const view = session.view.value;
  if (!view || view.outcome || session.you.value.length !== 1 || !session.mine.value) return false;
  const rival = session.you.value[0] === "white" ? "black" : "white";
  return view.players[rival]?.kind === "engine";
}
