/** Competitions at the server: found, made, followed, acted in. */

import type {
  Draft,
  EventCommand,
  EventDone,
  EventMade,
  EventNews,
  EventYou,
  EventShown,
  EventsPage,
  NewEvent,
  NumberShown,
  RoundsPage,
} from "../generated/messages";
import { newId } from "../game/channel";
import { request } from "./server";

const EVENTS = "/api/events";

export type EventAct = EventCommand["act"];
export type EventList = "open" | "running" | "ended" | "mine" | "organised";

const at = (event: string): string => `${EVENTS}/${encodeURIComponent(event)}`;

export const events = {
  page: (which: EventList, before = ""): Promise<EventsPage> =>
    request("GET", `${EVENTS}?which=${which}${before && `&before=${before}`}`),
  make: (wish: Omit<NewEvent, "id">): Promise<EventMade> =>
    request("POST", EVENTS, { ...wish, id: newId() }),
  show: (event: string): Promise<EventShown> => request("GET", at(event)),
  /** What has happened after a seq. */
  news: (event: string, seq: number): Promise<EventNews> =>
    request("GET", `${at(event)}/after/${seq}`),
  /** What the reader is in an event, and what comes next for him there. */
  you: (event: string): Promise<EventYou> => request("GET", `${at(event)}/you`),
  /** Rounds with all their boards, the last ones first. */
  rounds: (event: string, before: number): Promise<RoundsPage> =>
    request("GET", `${at(event)}/rounds?before=${before}`),
  /** The numbers of an entrant in the standing, or of a team, with the sums behind them. */
  numbers: (event: string, name: string, of: "entrant" | "team"): Promise<readonly NumberShown[]> =>
    request("GET", `${at(event)}/numbers/${encodeURIComponent(name)}?of=${of}`),
  /** What the program would publish as the next round. */
  draft: (event: string): Promise<Draft> => request("GET", `${at(event)}/draft`),
  /** Do something; with `seq`, only if nothing else has happened since. */
  act: (event: string, act: EventAct, seq?: number): Promise<EventDone> =>
    request("POST", `${at(event)}/do`, { id: newId(), act, ...(seq === undefined ? {} : { seq }) }),
};
