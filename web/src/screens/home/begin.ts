/** Beginning games as the preferences say. */

import type { NewGame } from "../../generated/messages";
import { gameOf } from "../../game/variants";
import { RequestFailed, server } from "../../net/server";
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
    const begun = await server.begin(wish);
    go("g", begun.game);
    return "";
  } catch (error) {
    return sentenceOf(error);
  }
}

export function sentenceOf(error: unknown): string {
  return (error instanceof RequestFailed && error.sentence) || t("web.no_server");
}
