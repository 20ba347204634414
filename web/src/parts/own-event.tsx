/** The event that one takes part in or keeps, and what comes next there: a line among others. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EventSummary, EventYou } from "../generated/messages";
import { events } from "../net/events";
import { connection } from "../net/server";
import { phaseSaid, startSaid, yoursSaid } from "../screens/events/said";
import { keepOwnEvent } from "../state/own-event";
import { href } from "../state/route";
import { Countdown } from "./countdown";
import { Icon } from "./icon";

interface Own {
  readonly event: EventSummary;
  readonly you: EventYou;
}

/** Milliseconds between two questions, and more of them for each entrant: all ask at once. */
const PAUSE = 3000;
const EACH = 12;

async function findOwn(): Promise<Own | null> {
  const page = await events.page("mine");
  const running = page.events.find(({ phase }) => phase === "running");
  const event = running ?? page.events.find(({ phase }) => phase === "open") ?? null;
  keepOwnEvent(event?.event ?? "");
  return event && { event, you: await events.you(event.event) };
}

/** One's own event, asked for again when something has happened in it. */
function useOwn(): Own | null {
  const [own, setOwn] = useState<Own | null>(null);
  const look = (): Promise<void> =>
    findOwn().then(setOwn, () => {
      // Where no server answers there is nothing to lead to.
    });
  useEffect(() => void look(), []);
  const id = own?.event.event;
  const pause = PAUSE + EACH * (own?.event.entrants ?? 0);
  useEffect(() => {
    if (id === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = connection.followEvent(id, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void look();
      }, pause);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id, pause]);
  return own;
}

export function OwnEvent(): JSX.Element | null {
  const own = useOwn();
  if (!own) return null;
  const { event, you } = own;
  const way = you.game ? href("g", you.game) : href("events", event.event);
  return (
    <a class="running own-event" href={way}>
      <span>
        {event.name} <small>{phaseSaid(event)}</small>
        {you.next && <small class="line">{yoursSaid(you.next, event)}</small>}
        {event.next && (
          <small class="line">
            {startSaid(event.next)}
            <Countdown until={event.next.starts} />
          </small>
        )}
      </span>
      <Icon name="forward" />
    </a>
  );
}
