/** The event that one takes part in or keeps, with the way to one's board: a line among others. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EventSummary } from "../generated/messages";
import { events } from "../net/events";
import { href } from "../state/route";
import { keepOwnEvent } from "../state/own-event";
import { phaseSaid } from "../screens/events/said";
import { Icon } from "./icon";

export function OwnEvent(): JSX.Element | null {
  const [event, setEvent] = useState<EventSummary | null>(null);
  useEffect(() => {
    events.page("mine").then(
      (page) => {
        const running = page.events.find(({ phase }) => phase === "running");
        const found = running ?? page.events.find(({ phase }) => phase === "open") ?? null;
        setEvent(found);
        keepOwnEvent(found?.event ?? "");
      },
      () => {
        // Where no server answers there is nothing to lead to.
      },
    );
  }, []);
  if (!event) return null;
  return (
    <a class="running" href={href("events", event.event)}>
      <span>
        {event.name} <small>{phaseSaid(event)}</small>
      </span>
      <Icon name="forward" />
    </a>
  );
}
