/** The name of a game for those who read the page. */

import { language } from "../text/language";
import type { Game } from "./variants";

/** What a game is called in the language of the page. */
export function gameName(game: Game): string {
  return game.names[language.value] ?? game.names["en"] ?? game.id;
}
