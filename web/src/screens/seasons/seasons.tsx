/** Seasons: their list, making one, one of them with its standing. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { SeasonShown, SeasonsPage } from "../../generated/messages";
import { seasons } from "../../net/seasons";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { language, t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import { sentenceOf } from "../home/begin";
import { Page } from "../page";
import { SeasonForm } from "./form";
import { SeasonStanding } from "./standing";

/** The list of seasons among those of events; nothing where there is none, and none can be made. */
export function SeasonList(): JSX.Element | null {
  const [found, setFound] = useState<SeasonsPage["seasons"]>([]);
  const [before, setBefore] = useState<string | null>(null);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    let shown = true;
    seasons.page("all", wanted).then(
      (page) => {
        if (!shown) return;
        setFound((held) => [...held, ...page.seasons]);
        setBefore(page.before);
      },
      () => {
        // The list of events beside says what is wrong.
      },
    );
    return () => void (shown = false);
  }, [wanted]);
  const may = preferences.account.value;
  if (found.length === 0 && !may) return null;
  return (
    <section class="panel">
      <h2>{t("web.seasons")}</h2>
      <ul class="list event-list">
        {found.map(({ season, name, organiser, stages }) => (
          <li key={season}>
            <a href={href("events", "seasons", season)}>
              <span class="what">
                <strong>{name}</strong>
                <small>{t("web.event.by", { name: playerName(organiser) })}</small>
              </span>
              <span class="chip">{t("web.season.stages", { n: stages })}</span>
            </a>
          </li>
        ))}
      </ul>
      {before !== null && (
        <button type="button" class="plain" onClick={() => setWanted(before)}>
          {t("web.events.more")}
        </button>
      )}
      {may && (
        <a class="button" href={href("events", "seasons", "new")}>
          <Icon name="plus" />
          {t("web.season.make")}
        </a>
      )}
    </section>
  );
}

export function SeasonScreen({ id }: { readonly id: string }): JSX.Element {
  return id === "new" ? <MakeSeason /> : <OneSeason key={id} id={id} />;
}

function MakeSeason(): JSX.Element {
  return (
    <Page title={t("web.season.make")} up={href("events")}>
      <section class="panel">
        <SeasonForm
          settings={{ name: t("web.season.name.usual", { year: new Date().getFullYear() }) }}
          label={t("web.season.make")}
          submit={async (settings) => {
            const { season } = await seasons.make(settings);
            go("events", "seasons", season);
          }}
        />
      </section>
    </Page>
  );
}

function OneSeason({ id }: { readonly id: string }): JSX.Element {
  const [season, setSeason] = useState<SeasonShown | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    seasons.show(id).then(setSeason, (error: unknown) => setFailed(sentenceOf(error)));
  }, [id]);
  return (
    <Page title={season?.settings.name ?? t("web.season")} up={href("events")} wide>
      <Problem>{failed}</Problem>
      {season && (
        <>
          <SeasonStanding season={season} />
          <Stages season={season} />
          {season.own && <Own season={season} changed={setSeason} />}
        </>
      )}
    </Page>
  );
}

/** What the season consists of, and how far each of it has come. */
function Stages({ season }: { readonly season: SeasonShown }): JSX.Element {
  const { stages, organiser } = season;
  return (
    <section class="panel">
      <h2>{t("web.season.stages", { n: stages.length })}</h2>
      {stages.length === 0 && <p class="quiet">{t("web.season.stages.none")}</p>}
      <ol class="list event-list">
        {stages.map(({ event, name, over }, index) => (
          <li key={event}>
            <a href={href("events", event, over ? "standing" : "")}>
              <span class="place">{index + 1}</span>
              <span class="what">
                <strong>{name}</strong>
              </span>
              {!over && <span class="chip">{t("web.season.stage.open")}</span>}
            </a>
          </li>
        ))}
      </ol>
      <p class="quiet">{t("web.event.by", { name: playerName(organiser) })}</p>
      <a
        class="button plain"
        href={seasons.csv(season.season, language.value)}
        download
        hidden={season.standing.length === 0}
      >
        <Icon name="download" />
        {t("web.season.csv")}
      </a>
    </section>
  );
}

interface OwnProps {
  readonly season: SeasonShown;
  readonly changed: (season: SeasonShown) => void;
}

/** What its organiser may do. */
function Own({ season, changed }: OwnProps): JSX.Element {
  const doing = useDoing();
  const [asked, ask] = useState(false);
  const { season: id, settings, stages, revision } = season;
  return (
    <section class="panel">
      <details class="more-terms" open={stages.length === 0}>
        <summary>{t("web.season.change")}</summary>
        <div class="panel-body">
          <SeasonForm
            key={revision}
            settings={settings}
            known={stages}
            label={t("web.save")}
            submit={async (wanted) =>
              changed(await seasons.change(id, { settings: wanted, revision }))
            }
          />
          <button type="button" class="plain" aria-haspopup="dialog" onClick={() => ask(true)}>
            {t("web.season.delete")}
          </button>
        </div>
      </details>
      {asked && (
        <Dialog title={t("web.season.delete")} close={() => ask(false)}>
          <p>{t("web.season.delete.note")}</p>
          <Failed doing={doing} />
          <button
            type="button"
            class="main danger"
            disabled={doing.busy}
            onClick={() =>
              void doing.run(async () => {
                await seasons.remove(id);
                go("events");
              })
            }
          >
            {t("web.season.delete")}
          </button>
        </Dialog>
      )}
    </section>
  );
}
