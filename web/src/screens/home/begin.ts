/** Beginning games as the preferences say. */

import type { Begun, NewGame } from "../../generated/messages";
import { gameOf } from "../../game/variants";
import { beginHere } from "../../net/device";
import { RequestFailed, server } from "../../net/server";
import { DeviceRefused } from "../../offline/device";
import { preferences } from "../../state/preferences";
import { go } from "../../state/route";
import { t } from "../../text/language";

export type Wish = Omit<NewGame, "id" | "variant" | "opponent">;

/** What the preferences say about the next game, against whomever it is. */
export function wished(people: boolean): Omit<NewGame, "opponent"> {
  const game = gameOf(preferences.game.peek());
  const side = preferences.side.peek();
  const time = preferences.time.peek();
  const toss = side === "toss" && people ? "toss" : null;
  const random = Math.random() < 0.5 ? "white" : "black";
  return {
    variant: game.record ?? game.key,
    side: side === "first" ? null : side === "toss" ? (toss ?? random) : side,
    time: time || null,
  };
}

/** Begin a game and go there; returns the sentence of a refusal, or "". */
export async function begin(wish: Omit<NewGame, "id">): Promise<string> {
  try {
    const { game } = await begun(wish);
    go("g", game);
    return "";
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Begin at the server; what needs nobody elsewhere begins here where no server answers. */
async function begun(wish: Omit<NewGame, "id">): Promise<Begun> {
  try {
    return await server.begin(wish);
  } catch (error) {
    const { kind } = wish.opponent;
    const alone = kind === "computer" || kind === "same_device";
    if (alone && error instanceof RequestFailed && error.away) return beginHere(wish);
    throw error;
  }
}

export function sentenceOf(error: unknown): string {
  if (error instanceof DeviceRefused) return error.message || t("web.no_server");
  return (error instanceof RequestFailed && error.sentence) || t("web.no_server");
}
