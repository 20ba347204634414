/** Finding a game in the list: its group, and what else it is called. */

import { plainText } from "../text/names";
import type { Game } from "./variants";

export const GROUPS = ["popular", "small", "large", "special"] as const;
export type Group = (typeof GROUPS)[number];

const POPULAR = ["lite", "english", "international", "russian"];

/** Other names under which people look for a game; the titles themselves are found anyway. */
const ALIASES: Readonly<Record<string, string>> = {
  lite: "Dame Damespiel Draughts Checkers Online",
  english:
    "Checkers Draughts American Anglo Amerikanisch Dame Straight Three-move Restriction " +
    "Drei-Züge-Schema ACF WCDF",
  international: "Polnische Dame Polish Draughts Checkers Dammen FMJD 10x10 Hundertfelder",
  russian: "Schaschki Shashki Checkers Draughts FMJD-64",
  brazilian: "Draughts Checkers FMJD-64 Damas",
  italian: "Dama Draughts Checkers",
  spanish: "Damas Draughts Checkers",
  portuguese: "Damas Draughts Checkers",
  czech: "Dáma Draughts Checkers",
  pool: "Checkers American Pool Draughts",
  canadian: "Dames 12x12 Draughts Checkers Canadian",
  frisian: "Fries Dammen Draughts Frysk",
  turkish: "Dama Draughts Checkers Straight",
};

export function groupOf(game: Game): Group {
  if (POPULAR.includes(game.id)) return "popular";
  const special = game.full || game.features.some((each) => /^aim|eight|straight/.test(each));
  if (special) return "special";
  return game.width > 8 ? "large" : "small";
}

/** Whether all words of a search occur in what a game is called, or in what is said of it. */
export function isFound(game: Game, search: string, said = ""): boolean {
  const called = Object.values(game.names).join(" ");
  const known = `${called} ${game.key} ${ALIASES[game.key] ?? ""} ${game.width}x${game.width}`;
  const text = plainText(`${known} ${said}`);
  return plainText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
