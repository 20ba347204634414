/** Histories of players: asked for page by page, by filters. */

import type { HistoryPage, OpeningScore, PlayerChoices } from "../generated/messages";
import { request } from "./server";

/** Which games are wanted; what is empty is not asked for. Times are in milliseconds. */
export interface Filters {
  readonly variant: string;
  readonly tempo: string;
  readonly result: string;
  readonly opponent: string;
  readonly opening: string;
  readonly since: string;
  readonly until: string;
}

export const ALL: Filters = {
  variant: "",
  tempo: "",
  result: "",
  opponent: "",
  opening: "",
  since: "",
  until: "",
};

/** Where the history of a player is, of nobody's name the own one. */
function place(name: string): string {
  return name ? `/api/players/${encodeURIComponent(name)}` : "/api/me";
}

function query(filters: Filters, before = ""): string {
  const asked = Object.entries({ ...filters, before }).filter(([, value]) => value !== "");
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : "";
}

export const history = {
  page: (name: string, filters: Filters, before = ""): Promise<HistoryPage> =>
    request("GET", `${place(name)}/games${query(filters, before)}`),
  openings: (name: string, filters: Filters): Promise<readonly OpeningScore[]> =>
    request("GET", `${place(name)}/openings${query(filters)}`),
  /** Where the games lie as one PDN file. */
  file: (name: string, filters: Filters): string => `${place(name)}/games.pdn${query(filters)}`,
  choices: (): Promise<PlayerChoices> => request("GET", "/api/account/settings"),
  choose: (choices: PlayerChoices): Promise<PlayerChoices> =>
    request("POST", "/api/account/settings", choices),
};
