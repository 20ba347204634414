/** The games of a player, wherever they are kept, in an order that does not change. */

import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { GameSummary } from "../../generated/messages";
import { gather, handed, kept, taken } from "../../net/device";
import { connection, server } from "../../net/server";
import type { LocalCard } from "../../offline/messages";
import { levelName } from "../../game/levels";
import { preferences } from "../../state/preferences";
import { language, t } from "../../text/language";
import { playerName } from "../../text/names";

export type Card = GameSummary | LocalCard;

export interface Cards {
  /** Games to go on with, the newest first. */
  readonly open: readonly Card[];
  readonly finished: readonly Card[];
  /** Some are kept on this device. */
  readonly here: boolean;
  /** The server did not answer. */
  readonly away: boolean;
}

const there = signal<readonly GameSummary[]>([]);
const away = signal(false);

/** All games of the player; what the server has taken is told by the server. */
export const cards = computed<Cards>(() => {
  const here = kept.value?.games.filter((card) => isOnlyHere(card, there.value)) ?? [];
  const all: Card[] = [...here, ...there.value];
  const first = (card: Card): number => (presses(card) ? card.falls! : Infinity);
  all.sort(
    (one, two) =>
      (first(one) < first(two) ? -1 : first(one) > first(two) ? 1 : 0) ||
      two.created - one.created ||
      (one.game < two.game ? -1 : 1),
  );
  return {
    open: all.filter(({ result, phase }) => result === null && phase !== "aborted"),
    finished: all.filter(({ result }) => result !== null),
    here: here.length > 0,
    away: away.value,
  };
});

/** Whether a game is listed as one of this device: also one just taken, until the server lists it. */
function isOnlyHere(card: LocalCard, theirs: readonly GameSummary[]): boolean {
  if (card.handed === null) return true;
  return handed.has(card.game) && !theirs.some(({ game }) => game === card.handed);
}

/** Ask for the games as long as they are shown, and again whenever the server comes back. */
export function useCards(): void {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    void gather();
    const changed = (): void => setChanges((before) => before + 1);
    addEventListener("offline", changed);
    addEventListener("online", changed);
    return () => {
      removeEventListener("offline", changed);
      removeEventListener("online", changed);
      taken.value = 0;
    };
  }, []);
  useEffect(() => {
    server
      .me()
      .then((me) => {
        there.value = me.games;
        away.value = false;
      })
      .catch(() => {
        // What was listed stays in its place.
        away.value = true;
      })
      .finally(() => {
        // The first screen keeps room for a game to go on with, so that nothing moves.
        preferences.running.value = cards.peek().open.length > 0;
      });
  }, [connection.welcome.value, taken.value, changes]);
}

export function isMine({ turn, you }: Card): boolean {
  return turn !== null && you.includes(turn);
}

const DAY = 86_400_000;

/** A game over days, as the server lists it. */
type Daily = GameSummary & { readonly daily: true };

export function isDailyCard(card: Card): card is Daily {
  return "daily" in card && card.daily === true;
}

/** Whether the player is to move in a game over days, and has less than a day left for it. */
export function presses(card: Card, now = Date.now()): card is Daily & { falls: number } {
  if (!isDailyCard(card) || !isMine(card)) return false;
  return typeof card.falls === "number" && card.falls - now < DAY;
}

/** How long the side to move has in a game over days, in words; empty where its clock stands. */
export function leftIn(card: Card, now = Date.now()): string {
  if (!isDailyCard(card)) return "";
  if (card.away && card.until) return t("web.leave.until", { date: dayOf(card.until) });
  if (typeof card.falls !== "number") return "";
  const hours = Math.max(0, Math.floor((card.falls - now) / 3_600_000));
  if (hours >= 48) return t("web.left.days", { n: Math.floor(hours / 24) });
  return hours > 0 ? t("web.left.hours", { n: hours }) : t("web.left.minutes");
}

export function dayOf(at: number): string {
  return new Date(at).toLocaleDateString(language.value, { day: "numeric", month: "long" });
}

/** The other one; both where they share this device. */
export function rivalOf({ you, players: { white, black } }: Card): string {
  const shown = you.length > 1 ? [white, black] : [you[0] === "white" ? black : white];
  return shown.map(nameOf).join(" – ");
}

function nameOf(player: GameSummary["players"]["white"]): string {
  if (!player) return t("web.seat.free");
  const n = player.level ?? 0;
  if (player.kind === "engine") return t("web.level.of", { name: levelName(n), n });
  return playerName(player.name);
}
