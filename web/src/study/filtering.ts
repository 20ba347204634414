/** Which games of a file are looked at: by player, years, result and rating. */

import type { Side } from "../core/rules";
import { plainText } from "../text/names";
import type { Listed } from "./files";

export interface GameFilter {
  /** A part of a player's name. */
  readonly player: string;
  /** The side that he has; empty: either. */
  readonly side: Side | "";
  /** Years, both included; 0: no bound. */
  readonly since: number;
  readonly until: number;
  readonly result: Side | "draw" | "";
  /** What both players are rated at least, as far as it is known; 0: no bound. */
  readonly rating: number;
}

export const ALL_GAMES: GameFilter = {
  player: "",
  side: "",
  since: 0,
  until: 0,
  result: "",
  rating: 0,
};

/** Whether a filter leaves any game out. */
export function isFiltering(filter: GameFilter): boolean {
  const { player, since, until, result, rating } = filter;
  return Boolean(player.trim() || since || until || result || rating);
}

/** A byte for each game, 1 where the filter lets it through. */
export function lettingThrough(games: readonly Listed[], filter: GameFilter): Uint8Array {
  const within = new Uint8Array(games.length);
  for (const game of games) within[game.place] = Number(passes(game, filter));
  return within;
}

function passes({ tags, winner }: Listed, filter: GameFilter): boolean {
  const { side, since, until, rating } = filter;
  const wanted = plainText(filter.player).split(/\s+/).filter(Boolean);
  const has = (name: string): boolean => {
    const player = plainText(tags[name] ?? "");
    return wanted.every((word) => player.includes(word));
  };
  if (!(side !== "black" && has("White")) && !(side !== "white" && has("Black"))) return false;
  if (filter.result && winner !== filter.result) return false;
  const year = Number(/\d{4}/.exec(tags["Date"] ?? "")?.[0] ?? 0);
  if ((since && !(year >= since)) || (until && !(year && year <= until))) return false;
  const ratings = ["White", "Black"].map((name) => ratingOf(tags, name)).filter(Boolean);
  return !rating || (ratings.length > 0 && ratings.every((each) => each >= rating));
}

/** The rating of a player by the names that programs give it; 0 where none is told. */
function ratingOf(tags: Readonly<Record<string, string>>, side: string): number {
  const told = tags[`${side}Elo`] ?? tags[`${side}Rating`] ?? "";
  return Number(/^\s*(\d{1,4})/.exec(told)?.[1] ?? 0);
}

/** Whether any of the games says how its players are rated. */
export function haveRatings(games: readonly Listed[]): boolean {
  return games.some(({ tags }) => ratingOf(tags, "White") || ratingOf(tags, "Black"));
}
