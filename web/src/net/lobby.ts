/** The lobby as the page holds it: told whole once, and then what comes and goes. */

import type { Lobby, LobbyNews, Offer } from "../generated/messages";

/** The lobby after some news: the newest offers first, each of them once. */
export function applyNews(lobby: Lobby, news: LobbyNews): Lobby {
  const old = new Set([...news.gone, ...news.added.map(({ game }) => game)]);
  const kept = lobby.offers.filter(({ game }) => !old.has(game));
  const offers = [...news.added, ...kept].sort(newestFirst);
  return { ...lobby, offers, games: news.games };
}

function newestFirst(one: Offer, other: Offer): number {
  return other.created - one.created;
}
