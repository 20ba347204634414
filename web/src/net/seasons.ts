/** Seasons at the server: found, made, changed by their organisers. */

import type { NewSeason, SeasonChange, SeasonShown, SeasonsPage } from "../generated/messages";
import { newId } from "../game/channel";
import { request } from "./server";

const ALL = "/api/seasons";

const at = (season: string): string => `${ALL}/${encodeURIComponent(season)}`;

export const seasons = {
  page: (which: "all" | "mine", before = ""): Promise<SeasonsPage> =>
    request("GET", `${ALL}?which=${which}${before && `&before=${before}`}`),
  make: (wish: Omit<NewSeason, "id">): Promise<SeasonShown> =>
    request("POST", ALL, { ...wish, id: newId() }),
  show: (season: string): Promise<SeasonShown> => request("GET", at(season)),
  change: (season: string, wish: SeasonChange): Promise<SeasonShown> =>
    request("POST", at(season), wish),
  remove: (season: string): Promise<null> => request("DELETE", at(season)),
  /** Where the standing can be fetched for spreadsheets. */
  csv: (season: string, language: string): string => `${at(season)}/csv?lang=${language}`,
};
