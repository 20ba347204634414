/** How a side is called in sentences: by its player where that tells more than the colour. */

import type { PlayerView } from "../generated/messages";
import { levelName } from "./levels";
import { t } from "../text/language";
import { playerName } from "../text/names";
import type { Play } from "./play";
import type { Side, View } from "./source";

export function sideName(play: Play, side: Side): string {
  const { view, you } = play.state.value!;
  const player = view.players[side];
  const rival = view.players[side === "white" ? "black" : "white"];
  // Two at one device see colours, and so does everybody where both are called the same.
  if (!player?.name || you.length > 1 || player.name === rival?.name) return t(`color.${side}`);
  return shownName(player);
}

/** What a player is called: the computer by the name of its level. */
export function shownName(player: PlayerView | null | undefined): string {
  return player?.kind === "engine" ? levelName(player.level ?? 0) : playerName(player?.name ?? "");
}

/** A player who is told by his name alone, as in the score of a match: the computer has another. */
export function calledName({ white, black }: View["players"], name: string): string {
  const found = [white, black].find((each) => each?.name === name);
  return found ? shownName(found) : playerName(name);
}

/** A player of whom a record tells nothing but the name: the computer's has its level in it. */
export function recordedName(name: string): string {
  const level = /^crownhead (\d+)$/.exec(name)?.[1];
  return level ? levelName(Number(level)) : playerName(name);
}

/** The names of both sides, for a sentence. */
export function drawnNames({ white, black }: View["players"]): { white: string; black: string } {
  return { white: shownName(white), black: shownName(black) };
}
