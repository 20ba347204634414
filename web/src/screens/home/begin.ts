/** Beginning games as they are wished for. */

import type { Begun, GameRecord, NewGame } from "../../generated/messages";
import { levelIn } from "../../game/adaptive";
import type { Side, View } from "../../game/source";
import { gameOf, gameOfView, type Game } from "../../game/variants";
import { beginHere } from "../../net/device";
import { RequestFailed } from "../../net/failed";
import { server } from "../../net/server";
import { DeviceRefused } from "../../offline/device";
import { preferences } from "../../state/preferences";
import { go } from "../../state/route";
import { wishFor, type Rival } from "../../state/wishes";
import { t } from "../../text/language";

export type Wish = Omit<NewGame, "id" | "variant" | "opponent">;

/** What is wished for of the next game against a rival, whoever that is. */
export function newGame(rival: Rival, id = preferences.game.peek()): Omit<NewGame, "opponent"> {
  const game = gameOf(id);
  const { side, time, mode } = wishFor(rival);
  return {
    variant: game.record ?? game.key,
    side: side !== "first" ? side : isTossed(rival, game) ? "toss" : null,
    time: time || null,
    ...(time && mode !== "fischer" ? { mode } : {}),
    ...(canBeRated(rival, game) && wishFor(rival).rated ? { rated: true } : {}),
  };
}

/** Whether the next game against a rival can count: with an account and a clock, not on one device. */
export function canBeRated(rival: Rival, { record }: Game): boolean {
  return isRatedWithClock(rival, record) && wishFor(rival).time !== "";
}

/** Whether it can count once a clock is chosen. */
export function isRatedWithClock(rival: Rival, record: Game["record"]): boolean {
  const elsewhere = rival === "computer" || isPerson(rival);
  return preferences.account.value && elsewhere && !record;
}

/** Whether a rival is somebody at another device. */
function isPerson(rival: Rival): boolean {
  return rival === "online" || (rival === "friend" && preferences.friend.value === "link");
}

/** Whether a coin decides about the sides as long as nobody has chosen: between people, by E5. */
export function isTossed(rival: Rival, { key }: Game): boolean {
  return isPerson(rival) && key === "english";
}

/** Begin against the computer as it was played last, but for nothing: that is asked for each time. */
export function beginAtOnce(): Promise<string> {
  const opponent = { kind: "computer" as const, level: levelIn(gameOf(preferences.game.peek())) };
  return begin({ ...newGame("computer"), rated: false, opponent });
}

/** Choose the easiest level; the next game is played at it, too. */
function easiest(): number {
  return (preferences.level.value = 1);
}

/** Begin the first game of somebody who has just learnt one: at the easiest level. */
export function beginFirst(id: string): Promise<string> {
  const opponent = { kind: "computer" as const, level: easiest() };
  return begin({ ...newGame("computer", id), rated: false, opponent });
}

/** Begin against the computer with the side that moves first; somebody new meets the easiest. */
export function beginToMove(game: Game): Promise<string> {
  const level = preferences.welcomed.peek() ? levelIn(game) : easiest();
  const opponent = { kind: "computer" as const, level };
  return begin({ ...newGame("computer", game.id), rated: false, side: game.first, opponent });
}

/** Begin against the computer as the game of a view was agreed, but at this level. */
export function beginLike(view: View, side: Side, level: number): Promise<string> {
  return begin({ ...agreedIn(view), side, opponent: { kind: "computer", level } });
}

/** What was agreed for the game of a view, as far as it shows it. */
function agreedIn(view: View): Omit<NewGame, "id" | "opponent"> {
  const { variant, house, start, match, clock, huffing, refusal_duty, rated } = view;
  const { duty } = gameOfView(variant, house);
  return {
    variant: (house as unknown as GameRecord | null) ?? variant,
    // A card begins at the start by itself.
    ...(match?.card ? { ballot: match.card.deck } : { start }),
    ...(clock ? { time: clock.control, mode: clock.mode } : {}),
    ...(rated ? { rated } : {}),
    ...(huffing ? { huffing } : {}),
    ...(duty > 0 ? { refusal_duty } : {}),
  };
}

/** Begin a game and go there; returns the sentence of a refusal, or "". */
export async function begin(wish: Omit<NewGame, "id">): Promise<string> {
  try {
    const { game } = await create(wish);
    // The first screen has a place for it from now on.
    preferences.running.value = true;
    go("g", game);
    return "";
  } catch (error) {
    return sentenceOf(error);
  }
}

/**
 * Begin at the server; what needs nobody elsewhere, and counts for nothing, begins here where no
 * server answers.
 */
async function create(wish: Omit<NewGame, "id">): Promise<Begun> {
  try {
    return await server.begin(wish);
  } catch (error) {
    const { kind } = wish.opponent;
    const alone = (kind === "computer" || kind === "same_device") && !wish.rated;
    if (alone && error instanceof RequestFailed && error.away) return beginHere(wish);
    throw error;
  }
}

export function sentenceOf(error: unknown): string {
  if (error instanceof DeviceRefused) return error.message || t("web.no_server");
  return (error instanceof RequestFailed && error.sentence) || t("web.no_server");
}
