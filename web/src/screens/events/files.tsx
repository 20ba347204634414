/** What is taken away of an event: its file, games, tables, and sheets to be printed. */

import type { JSX } from "preact";
import type { EventShown } from "../../generated/messages";
import { Icon } from "../../parts/icon";
import { language, t } from "../../text/language";
import { sheetTitle } from "./said";

const FILES = ["event", "csv", "trf", "crosstable"] as const;
const SHEETS = ["pairings", "names", "slips", "standings", "crosstable"] as const;
/** Sheets of an event in which nothing is paired yet, too. */
const LISTS = ["participants", "checkin", "placecards"] as const;

/** Sheets that tell officers who has paid how much. */
const WITH_FEES = ["participants", "checkin"] as const;

/** Sheets of the boards of a round, in an arena of all its rounds. */
const OF_BOARDS = ["pairings", "names", "slips"] as const;

function isOfBoards(kind: string): kind is (typeof OF_BOARDS)[number] {
  return OF_BOARDS.some((each) => each === kind);
}

export function Files({ event }: { readonly event: EventShown }): JSX.Element {
  const at = `/api/events/${event.event}`;
  const round = event.round;
  const lang = `lang=${language.value}`;
  const played = event.rounds.some(({ boards }) => boards.some(({ tables }) => tables.length > 0));
  const waves = event.settings.format === "arena";
  const sheets = round > 0 ? [...SHEETS, ...LISTS] : LISTS;
  return (
    <details class="more-terms">
      <summary>{t("web.event.files")}</summary>
      <div class="panel-body">
        <ul class="list">
          {FILES.map((kind) => (
            <li key={kind}>
              <a href={`${at}/file?kind=${kind}`} download>
                <Icon name="download" />
                <span class="what">
                  {t(`web.event.file.${kind}`)}
                  {kind === "event" && <small>{t("web.event.file.note")}</small>}
                </span>
              </a>
            </li>
          ))}
          {played && (
            <li>
              <a href={`${at}/pdn?${lang}`} download>
                <Icon name="download" />
                {t("web.event.file.pdn")}
              </a>
            </li>
          )}
        </ul>
        <h3>{t("web.event.prints")}</h3>
        <ul class="list">
          {sheets.map((kind) => (
            <li key={kind}>
              <a href={`${at}/print/${kind}?${lang}`} target="_blank" rel="noopener">
                <Icon name="rules" />
                {kind === "standings" || kind === "crosstable"
                  ? sheetTitle(event, kind)
                  : waves && isOfBoards(kind)
                    ? t(`sheet.${kind}.all`)
                    : t(`sheet.${kind}`, { round })}
              </a>
            </li>
          ))}
          {event.fees &&
            WITH_FEES.map((kind) => (
              <li key={kind}>
                <a href={`${at}/print/${kind}?${lang}&fees=true`} target="_blank" rel="noopener">
                  <Icon name="rules" />
                  {t("web.event.fee.sheet", { sheet: t(`sheet.${kind}`) })}
                </a>
              </li>
            ))}
        </ul>
      </div>
    </details>
  );
}
