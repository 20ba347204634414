/** Where each game is played. */

import type { GameSource } from "../game/source";
import { isLocal } from "../offline/messages";
import { device } from "./device";
import { RemoteGame } from "./remote";
import { connection } from "./server";
import { TossedGame, tossOf } from "./tosses";

export function sourceOf(game: string): GameSource {
  if (!isLocal(game)) return new RemoteGame(game, connection);
  const local = new RemoteGame(game, device, (kind) => device.write(game, kind));
  const toss = tossOf(game);
  return toss ? new TossedGame(local, game, toss) : local;
}
