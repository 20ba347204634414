/** What is kept on this device, read from the headers of its games. */

import type { GameSummary } from "../generated/messages";
import type { LocalCard } from "./messages";
import { isRecord } from "../core/rules";
import type { Header } from "./store";
import { isHeader } from "./tables";

/** The cards of the games, newest first, and the names of those whose header is damaged. */
export function listing(headers: readonly unknown[]): {
  readonly games: LocalCard[];
  readonly damaged: string[];
} {
  const games: LocalCard[] = [];
  const damaged: string[] = [];
  const going = new Set(leaving(headers).flat());
  for (const header of headers) {
    if (isHeader(header) && isCard(header.card)) {
      const { handed, declined, card } = header;
      games.push({ ...card, handed, declined, stays: !going.has(header.id) });
    } else damaged.push(isRecord(header) ? String(header["id"]).slice(0, 40) : "");
  }
  games.sort((one, two) => two.created - one.created);
  return { games, damaged };
}

/** The games that a server may still take, those of a round together and in their order. */
export function leaving(headers: readonly unknown[]): (readonly string[])[] {
  const games = headers.filter(isHeader).filter(isPlayed);
  const known = new Set(games.map(({ id }) => id));
  const followed = new Set(games.map(firstOf));
  return games
    .filter(({ handed, declined }) => handed === null && declined === null)
    .filter(({ id }) => !followed.has(id))
    .map((game) => [firstOf(game) ?? game.id, game.id])
    .filter(([first]) => known.has(first!))
    .map((round) => [...new Set(round)]);
}

/** Whether there is anything to hand in: not while a card is still to be drawn. */
function isPlayed({ card }: Header): boolean {
  return !isCard(card) || (card.phase !== "aborted" && card.phase !== "lots");
}

/** The first game of the round whose second this is, or null. */
function firstOf({ terms }: Header): string | null {
  const first = isRecord(terms) ? terms["first"] : null;
  return isRecord(first) ? String(first["id"]) : null;
}

/** Whether a stored card can be listed. */
function isCard(card: unknown): card is GameSummary {
  return (
    isRecord(card) &&
    typeof card["game"] === "string" &&
    typeof card["variant"] === "string" &&
    typeof card["phase"] === "string" &&
    typeof card["created"] === "number" &&
    isRecord(card["players"]) &&
    Array.isArray(card["you"])
  );
}
