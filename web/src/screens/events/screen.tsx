/** Competitions: their lists, making one, one of them, its view for a projector; seasons of them. */

import "../../styles/events.css";
import type { JSX } from "preact";
import { Later } from "../../parts/later";
import type { Route } from "../../state/route";
import { EventPage } from "./event";
import { EventLists } from "./lists";

const make = () => import("./make").then((file) => file.MakeScreen);
const season = () => import("../seasons/seasons").then((file) => file.SeasonScreen);
const wall = () => import("./wall").then((file) => file.Wall);

export function EventsScreen({ route }: { readonly route: Route }): JSX.Element | null {
  if (route.screen !== "events") return null;
  const { event, page } = route;
  if (!event || (event === "seasons" && !page)) return <EventLists />;
  if (event === "new") return <Later load={make} props={{}} />;
  if (event === "seasons" && page) return <Later load={season} props={{ id: page }} />;
  if (page === "wall") return <Later key={event} load={wall} props={{ id: event }} />;
  return <EventPage key={event} id={event} page={page} code={route.code} />;
}
