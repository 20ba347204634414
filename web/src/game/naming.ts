/** How a side is called in sentences: by its player where that tells more than the colour. */

import { levelName } from "./levels";
import { t } from "../text/language";
import { playerName } from "../text/names";
import type { Session } from "./session";
import type { Side, View } from "./source";

export function sideName(session: Session, side: Side): string {
  const { view, you } = session.state.value!;
  const player = view.players[side];
  const rival = view.players[side === "white" ? "black" : "white"];
  // Two at one device see colours, and so does everybody where both are called the same.
  if (!player?.name || you.length > 1 || player.name === rival?.name) return t(`color.${side}`);
  return player.kind === "engine" ? levelName(player.level ?? 0) : playerName(player.name);
}

/** A player who is told by his name alone, as in the score of a match: the computer has another. */
export function calledName({ white, black }: View["players"], name: string): string {
  const found = [white, black].find((each) => each?.name === name);
  return found?.kind === "engine" ? levelName(found.level ?? 0) : playerName(name);
}

/** The names of both sides, for a sentence. */
export function drawnNames(players: View["players"]): { white: string; black: string } {
  const { white, black } = players;
  return {
    white: calledName(players, white?.name ?? ""),
    black: calledName(players, black?.name ?? ""),
  };
}
