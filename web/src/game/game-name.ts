/** The name of a game for those who read the page. */

import { catalogue, language } from "../text/language";
import type { Game } from "./variants";

/** What a game is called in the language of the page. */
export function gameName(game: Game): string {
  return (
    catalogue.value?.maybe(`game.${game.id}`) ||
    game.names[language.value] ||
    game.names["en"] ||
    game.id
  );
}
