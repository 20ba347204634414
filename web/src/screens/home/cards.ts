/** The games of a player, wherever they are kept, in an order that does not change. */

import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../generated/messages";
import { gather, handed, kept, taken } from "../../net/device";
import { connection, server } from "../../net/server";
import type { LocalCard } from "../../offline/messages";
import { levelName } from "../../game/levels";
import { preferences } from "../../state/preferences";
import { t } from "../../text/language";
import { playerName } from "../../text/names";

export type Card = GameCard | LocalCard;

export interface Cards {
  /** Games to go on with, the newest first. */
  readonly open: readonly Card[];
  readonly finished: readonly Card[];
  /** Some are kept on this device. */
  readonly here: boolean;
  /** The server did not answer. */
  readonly away: boolean;
}

const there = signal<readonly GameCard[]>([]);
const away = signal(false);

/** All games of the player; what the server has taken is told by the server. */
export const cards = computed<Cards>(() => {
  const here = kept.value?.games.filter((card) => isOnlyHere(card, there.value)) ?? [];
  const all: Card[] = [...here, ...there.value];
  all.sort((one, two) => two.created - one.created || (one.game < two.game ? -1 : 1));
  return {
    open: all.filter(({ result, phase }) => result === null && phase !== "aborted"),
    finished: all.filter(({ result }) => result !== null),
    here: here.length > 0,
    away: away.value,
  };
});

/** Whether a game is listed as one of this device: also one just taken, until the server lists it. */
function isOnlyHere(card: LocalCard, theirs: readonly GameCard[]): boolean {
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

/** The other one; both where they share this device. */
export function rivalOf({ you, players: { white, black } }: Card): string {
  const shown = you.length > 1 ? [white, black] : [you[0] === "white" ? black : white];
  return shown.map(nameOf).join(" – ");
}

function nameOf(player: GameCard["players"]["white"]): string {
  if (!player) return t("web.seat.free");
  const n = player.level ?? 0;
  if (player.kind === "engine") return t("web.level.of", { name: levelName(n), n });
  return playerName(player.name);
}
