/** How a side is called in sentences: by its player where that tells more than the colour. */

import { levelName } from "./levels";
import { t } from "../text/language";
import { playerName } from "../text/names";
import type { Session } from "./session";
import type { Side } from "./source";

export function sideName(session: Session, side: Side): string {
  const { view, you } = session.state.value!;
  const player = view.players[side];
  const rival = view.players[side === "white" ? "black" : "white"];
  // Two at one device see colours, and so does everybody where both are called the same.
  if (!player?.name || you.length > 1 || player.name === rival?.name) return t(`color.${side}`);
  return player.kind === "engine" ? levelName(player.level ?? 0) : playerName(player.name);
}
