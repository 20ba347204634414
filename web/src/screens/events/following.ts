/** One competition as it stands at the server, followed while it is looked at. */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { EventShown } from "../../generated/messages";
import { events, type EventAct } from "../../net/events";
import { connection } from "../../net/server";
import { keepOwnEvent } from "../../state/own-event";
import { sentenceOf } from "../home/begin";
import { applyNews, takesWhole } from "./news";

/** Milliseconds after which it is asked anyway whether something has happened. */
const AGAIN = 20_000;

/** What each part of the desk is handed. */
export interface DeskProps {
  readonly event: EventShown;
  readonly followed: Followed;
}

export interface Followed {
  readonly event: EventShown | null;
  readonly failed: string;
  /** Do something in the event; with `seq`, only if nothing else has happened since. */
  readonly act: (act: EventAct, seq?: number) => Promise<void>;
}

/** Milliseconds between two questions for each entrant of a large event: all ask at once. */
const EACH = 12;
/** Entrants of an event that is not large. */
const FEW = 40;

/** Asks one question at a time; what is wanted meanwhile is asked for once more after it. */
export class Following {
  wanted = true;
  #busy: Promise<void> | null = null;
  #again = false;
  #whole = false;
  #held: EventShown | null = null;
  #asked = 0;

  constructor(
    readonly id: string,
    readonly tell: (event: EventShown | null, failed: string) => void,
  ) {}

  /** Ask what has happened; `whole` where the reader himself has done something. */
  refresh(whole = false): Promise<void> {
    this.#again = true;
    this.#whole ||= whole;
    this.#busy ??= this.#ask().finally(() => (this.#busy = null));
    return this.#busy;
  }

  async #ask(): Promise<void> {
    while (this.#again && this.wanted) {
      this.#again = false;
      // The first question is asked at once: the connection waits for it to be the same guest.
      const wait = this.#pause();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      try {
        const found = await this.#found();
        this.#held = found;
        if (this.wanted) this.tell(found, "");
      } catch (error) {
        if (this.wanted) this.tell(this.#held, sentenceOf(error));
      }
    }
  }

  /** Milliseconds to wait where many look on and something happens all the time. */
  #pause(): number {
    const count = this.#held?.entrants.length ?? 0;
    return this.#whole || count <= FEW ? 0 : this.#asked + EACH * count - Date.now();
  }

  async #found(): Promise<EventShown> {
    this.#asked = Date.now();
    const held = this.#held;
    if (!held || this.#whole) {
      this.#whole = false;
      return events.show(this.id);
    }
    const news = await events.news(this.id, held.seq);
    if (news.seq === held.seq) return held;
    return takesWhole(held, news) ? events.show(this.id) : applyNews(held, news);
  }
}

/** Follow an event: whatever happens in it is there a moment later. */
export function useEvent(id: string): Followed {
  const [state, setState] = useState<{ event: EventShown | null; failed: string }>({
    event: null,
    failed: "",
  });
  const following = useMemo(
    () => new Following(id, (event, failed) => setState({ event, failed })),
    [id],
  );
  const open = connection.open.value;
  useEffect(() => {
    following.wanted = true;
    void following.refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void following.refresh();
    }, AGAIN);
    return () => {
      following.wanted = false;
      clearInterval(timer);
    };
  }, [following, open]);
  useEffect(() => connection.followEvent(id, () => void following.refresh()), [following]);
  const mine = state.event !== null && state.event.you.roles.length > 0;
  useEffect(() => {
    if (mine) keepOwnEvent(id);
  }, [mine]);
  const act = async (what: EventAct, seq?: number): Promise<void> => {
    try {
      await events.act(id, what, seq);
    } finally {
      await following.refresh(true);
    }
  };
  return { ...state, act };
}
