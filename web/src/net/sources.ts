/** Where each game is played. */

import type { GameSource } from "../game/source";
import { RemoteGame } from "./remote";
import { connection } from "./server";

export function sourceOf(game: string): GameSource {
  return new RemoteGame(game, connection);
}
