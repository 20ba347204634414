/** Finding a game in the list: its group, and what else it is called. */

import aliases from "../generated/aliases.json";
import { plainText } from "../text/names";
import type { Game } from "./variants";

export const GROUPS = ["popular", "small", "large", "special"] as const;
export type Group = (typeof GROUPS)[number];

const POPULAR = ["lite", "english", "international", "russian"];

/** Words of the further names of each game. */
const ALIASES: Readonly<Record<string, string>> = aliases;

/** What all these games are called in one language or another. */
const COMMON = "Dame Damespiel Draughts Checkers Dammen Damas Dama Dames";

export function groupOf(game: Game): Group {
  if (POPULAR.includes(game.id)) return "popular";
  const special = game.full || game.features.some((each) => /^aim|eight|straight/.test(each));
  if (special) return "special";
  return game.width > 8 ? "large" : "small";
}

/** Whether all words of a search occur in the names of a game, or in what is said of it. */
export function isFound(game: Game, search: string, said = ""): boolean {
  const names = [...Object.values(game.names), ALIASES[game.key], COMMON, game.key];
  const text = plainText([...names, `${game.width}x${game.width}`, said].join(" "));
  return plainText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
