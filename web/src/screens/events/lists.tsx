/** Lists of competitions: one's own, those that can be entered, that run, that have ended. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../../game/variants";
import type { EventSummary } from "../../generated/messages";
import { events, type EventList } from "../../net/events";
import { Choices } from "../../parts/choices";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { sentenceOf } from "../home/begin";
import { Page } from "../page";
import { phaseSaid, termsSaid } from "./said";

const seasons = () => import("../seasons/seasons").then((file) => file.SeasonList);

const LISTS = ["open", "running", "ended"] as const;

export function EventLists(): JSX.Element {
  const [which, setWhich] = useState<(typeof LISTS)[number]>("open");
  return (
    <Page title={t("web.events")} up={href("lobby")}>
      <a class="button main" href={href("events", "new")}>
        <Icon name="plus" />
        {t("web.event.make")}
      </a>
      <Mine />
      <section class="panel">
        <Choices
          legend={t("web.events.which")}
          value={which}
          options={LISTS.map((each) => [each, t(`web.events.${each}`)])}
          change={setWhich}
        />
        <List key={which} which={which} />
      </section>
      <Later load={seasons} props={{}} />
    </Page>
  );
}

/** One's own, where there are any. */
function Mine(): JSX.Element | null {
  const [mine, setMine] = useState<readonly EventSummary[]>([]);
  useEffect(() => {
    events.page("mine").then(
      (page) => setMine(page.events),
      () => {
        // The list below says what is wrong.
      },
    );
  }, []);
  if (mine.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t("web.events.mine")}</h2>
      <Rows events={mine} />
    </section>
  );
}

function List({ which }: { readonly which: EventList }): JSX.Element {
  const [found, setFound] = useState<readonly EventSummary[] | null>(null);
  const [before, setBefore] = useState<string | null>(null);
  const [failed, setFailed] = useState("");
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    let shown = true;
    events.page(which, wanted).then(
      (page) => {
        if (!shown) return;
        setFound((held) => [...(held ?? []), ...page.events]);
        setBefore(page.before);
      },
      (error: unknown) => shown && setFailed(sentenceOf(error)),
    );
    return () => void (shown = false);
  }, [which, wanted]);
  const note = found?.length === 0 ? t(`web.events.${which}.none` as "web.events.open.none") : "";
  return (
    <>
      <Rows events={found ?? []} />
      {before !== null && (
        <button type="button" class="plain" onClick={() => setWanted(before)}>
          {t("web.events.more")}
        </button>
      )}
      <p role="status" class={failed ? "bad" : "quiet"}>
        {failed || note}
      </p>
    </>
  );
}

function Rows({ events: found }: { readonly events: readonly EventSummary[] }): JSX.Element {
  return (
    <ul class="list event-list">
      {found.map((each) => (
        <li key={each.event}>
          <a href={href("events", each.event)}>
            <span class="what">
              <strong>{each.name}</strong>
              <small>{termsSaid(each, gameOf(each.variant), each.rounds)}</small>
              <small>{t("web.event.by", { name: playerName(each.organiser) })}</small>
            </span>
            <span class="chip">{phaseSaid(each)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
