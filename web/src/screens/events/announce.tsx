/** When the next round begins: announced at the desk, changed, taken back. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { serverTime } from "../../parts/countdown";
import { Dialog } from "../../parts/dialog";
import { t } from "../../text/language";
import { Failed, useDoing } from "../account/form";
import type { DeskProps } from "./following";
import { NextStart } from "./next";
import { lastRound } from "./said";

const MINUTE = 60_000;
/** Minutes that are offered by one press. */
const OFTEN = [5, 10, 15, 30] as const;
/** What is proposed in the field: a full five minutes, not sooner than in so many. */
const USUAL = 15;

export function Announce({ event, followed }: DeskProps): JSX.Element | null {
  const [asked, ask] = useState(false);
  if (!event.you.acts.includes("announce")) return null;
  const last = lastRound(event);
  const round = last && !last.started ? last.number : event.round + 1;
  const title = t("web.event.announce", { round });
  return (
    <>
      {event.next && <NextStart next={event.next} />}
      <button type="button" aria-haspopup="dialog" onClick={() => ask(true)}>
        {event.next ? t("web.event.announce.change") : title}
      </button>
      {asked && (
        <Dialog title={title} close={() => ask(false)}>
          <Times event={event} followed={followed} close={() => ask(false)} />
        </Dialog>
      )}
    </>
  );
}

interface TimesProps extends DeskProps {
  readonly close: () => void;
}

/** In a few minutes by one press, or at a time that is typed. */
function Times({ event, followed, close }: TimesProps): JSX.Element {
  const doing = useDoing();
  const announce = (starts: number | null): void => {
    void doing.run(() => followed.act({ kind: "announce", starts }).then(close));
  };
  const submit = (happened: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    happened.preventDefault();
    announce(new Date(String(new FormData(happened.currentTarget).get("at"))).getTime());
  };
  return (
    <>
      <p class="quiet">{t("web.event.announce.note")}</p>
      <div class="answers stretch">
        {OFTEN.map((n) => (
          <button
            key={n}
            type="button"
            disabled={doing.busy}
            onClick={() => announce(serverTime() + n * MINUTE)}
          >
            {t("web.event.announce.in", { n })}
          </button>
        ))}
      </div>
      <form class="stack" onSubmit={submit}>
        <label class="field">
          {t("web.event.announce.at")}
          <input type="datetime-local" name="at" defaultValue={proposeTime(Date.now())} required />
        </label>
        <Failed doing={doing} />
        <button type="submit" class="main" disabled={doing.busy}>
          {t("web.event.announce.do")}
        </button>
      </form>
      {event.next && (
        <button type="button" class="plain" disabled={doing.busy} onClick={() => announce(null)}>
          {t("web.event.announce.back")}
        </button>
      )}
    </>
  );
}

/** A time of this device as its field has it. */
function proposeTime(now: number): string {
  const step = 5 * MINUTE;
  const at = new Date(Math.ceil((now + USUAL * MINUTE) / step) * step);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE);
  return local.toISOString().slice(0, 16);
}
