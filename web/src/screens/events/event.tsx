/** One competition: what is played, rounds, standing, entrants, trail, and the desk for officers. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { EventShown } from "../../generated/messages";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { Problem } from "../../parts/problem";
import { go, href } from "../../state/route";
import { begun } from "../../state/seeking";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Page } from "../page";
import { Entrants } from "./entrants";
import { type Followed, useEvent } from "./following";
import { NextPanel } from "./next";
import { Own } from "./own";
import { Rounds } from "./rounds";
import { addressOf, criterionName, gameIn, isOfficer, termsSaid } from "./said";
import { Standing } from "./standing";

const desk = () => import("./desk").then((file) => file.Desk);
const files = () => import("./files").then((file) => file.Files);
const trail = () => import("./trail").then((file) => file.Trail);

const PAGES = ["rounds", "standing", "entrants", "trail"] as const;
type PageName = (typeof PAGES)[number] | "desk";

interface Props {
  readonly id: string;
  readonly page: string;
  /** The code by which one enters, out of a link. */
  readonly code: string;
}

export function EventPage({ id, page, code }: Props): JSX.Element {
  const followed = useEvent(id);
  const { event, failed } = followed;
  return (
    <Page title={event?.settings.name ?? t("web.event")} up={href("events")} wide>
      <Problem>{failed}</Problem>
      {event && <Shown event={event} followed={followed} page={page} code={code} />}
    </Page>
  );
}

interface ShownProps extends Omit<Props, "id"> {
  readonly event: EventShown;
  readonly followed: Followed;
}

function Shown({ event, followed, page, code }: ShownProps): JSX.Element {
  const officer = isOfficer(event);
  const game = begun.value?.event === event.event ? begun.value.game : "";
  // Who keeps the desk is called, and not led away from it.
  useEffect(() => {
    if (game && !officer) go("g", game);
  }, [game, officer]);
  const all: readonly PageName[] = officer ? ["desk", ...PAGES] : PAGES;
  const usual = officer && event.phase !== "ended" ? "desk" : firstPage(event);
  const shown = all.find((each) => each === page) ?? usual;
  return (
    <div class="event">
      <div class="event-own">
        <NextPanel event={event} />
        <Own event={event} followed={followed} code={code} />
      </div>
      <div class="event-main">
        <Tabs event={event.event} all={all} shown={shown} />
        {shown === "rounds" && <Rounds event={event} />}
        {shown === "standing" && <Standing event={event} />}
        {shown === "entrants" && <Entrants event={event} />}
        {shown === "trail" && <Later load={trail} props={{ event }} />}
        {shown === "desk" && <Later load={desk} props={{ event, followed }} />}
      </div>
      <About event={event} />
    </div>
  );
}

interface TabsProps {
  readonly event: string;
  readonly all: readonly PageName[];
  readonly shown: PageName;
}

/** The pages of an event; where they are wider than the screen, the one that is shown is in view. */
function Tabs({ event, all, shown }: TabsProps): JSX.Element {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const bar = nav.current!;
    const tab = bar.querySelector("[aria-current]")!.getBoundingClientRect();
    const { left, right } = bar.getBoundingClientRect();
    bar.scrollLeft += Math.max(0, tab.right - right) + Math.min(0, tab.left - left);
  }, [shown]);
  return (
    <nav ref={nav} class="tabs" aria-label={t("web.event.pages")}>
      {all.map((each) => (
        <a
          key={each}
          href={href("events", event, each)}
          aria-current={each === shown ? "page" : undefined}
        >
          {t(`web.event.page.${each}`)}
        </a>
      ))}
    </nav>
  );
}

/** What is of most interest to somebody who only looks. */
function firstPage({ phase, rounds }: EventShown): PageName {
  if (rounds.length === 0) return "entrants";
  return phase === "ended" ? "standing" : "rounds";
}

/** What is played and how, and who directs it. */
function About({ event }: { readonly event: EventShown }): JSX.Element {
  const { settings, criteria, officers } = event;
  const { ballots } = settings;
  const terms = { ...settings, format: settings.format ?? "swiss", games: settings.games ?? 1 };
  return (
    <section class="panel event-about" aria-label={t("web.event.about")}>
      <p>
        {termsSaid(
          {
            ...terms,
            time: settings.time ?? null,
            boards: settings.boards ?? "server",
            rated: settings.rated === true,
          },
          gameIn(settings),
          event.planned,
        )}
      </p>
      {settings.fees && <p>{t("web.event.fee.said", { fees: settings.fees })}</p>}
      {ballots && (
        <p class="quiet">
          {t(ballots.scope === "board" ? "web.event.cards.board" : "web.event.cards.round")}
        </p>
      )}
      <p class="quiet">
        {t("web.event.ranking", {
          criteria: (event.teams?.criteria ?? criteria).map(criterionName).join(", "),
        })}
      </p>
      <ul class="officers">
        {officers.map(({ name, role }) => (
          <li key={`${role} ${name}`}>
            <small>{t(`web.event.role.${role}`)}</small> {playerName(name)}
          </li>
        ))}
      </ul>
      <a class="running" href={href("events", event.event, "wall")}>
        {t("web.event.wall")}
        <Icon name="forward" />
      </a>
      <Share event={event} />
      <Later load={files} props={{ event }} />
    </section>
  );
}

/** The address of the event, to be given to others. */
function Share({ event }: { readonly event: EventShown }): JSX.Element {
  return (
    <label class="field">
      {t("web.event.address")}
      <input
        type="text"
        readOnly
        value={addressOf(href("events", event.event))}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  );
}
