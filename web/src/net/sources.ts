/** Where each game is played. */

import type { GameSource } from "../game/source";
import { isLocal } from "../offline/messages";
import { device } from "./device";
import { RemoteGame } from "./remote";
import { connection } from "./server";
import { TossedGame, tossOf } from "./tosses";

export function sourceOf(game: string): GameSource {
  const source = isLocal(game)
    ? new RemoteGame(game, device, (kind) => device.write(game, kind))
    : new RemoteGame(game, connection);
  const toss = tossOf(game);
  return toss ? new TossedGame(source, game, toss) : source;
}
