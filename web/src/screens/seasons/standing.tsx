/** The standing of a season, in which each sum opens into its events. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SeasonPlace, SeasonShown } from "../../generated/messages";
import { Dialog } from "../../parts/dialog";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";

interface Props {
  readonly season: SeasonShown;
}

export function SeasonStanding({ season }: Props): JSX.Element {
  const [opened, open] = useState<SeasonPlace | null>(null);
  const { standing, stages, mixed } = season;
  return (
    <section class="panel">
      <h2>{t("web.event.page.standing")}</h2>
      <p class="quiet">{ruleSaid(season)}</p>
      {mixed && <p class="bad">{t("web.season.mixed")}</p>}
      {standing.length === 0 ? (
        !mixed && <p class="quiet">{t("web.season.standing.none")}</p>
      ) : (
        <div class="scroll">
          <table class="standing">
            <thead>
              <tr>
                <th scope="col">{t("sheet.head.place")}</th>
                <th scope="col">{t("sheet.head.name")}</th>
                <th scope="col" class="number">
                  {t("sheet.head.points")}
                </th>
                {stages.map(({ event, name }, index) => (
                  <th scope="col" key={event} class="number">
                    <a
                      href={href("events", event, "standing")}
                      aria-label={`${index + 1} ${name}`}
                      title={name}
                    >
                      {index + 1}
                    </a>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {standing.map((row) => (
                <Row key={row.name} row={row} open={() => open(row)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {opened && <Sum season={season} row={opened} close={() => open(null)} />}
    </section>
  );
}

/** How the events become one standing, in a sentence. */
function ruleSaid({ settings }: SeasonShown): string {
  const { kind, drop, best, points } = settings;
  if (kind === "combine") return t("web.season.combine.note");
  const table =
    typeof points === "string" || points === undefined
      ? t(`web.season.points.${points === "european-cup-2013" ? "cup" : "petersburg"}`)
      : points.join("–");
  const counts = best ? t("web.season.best.note", { n: best }) : "";
  const drops = drop ? t("web.season.drop.note", { n: drop }) : "";
  return [t("web.season.series.note", { table }), counts, drops].filter(Boolean).join(" ");
}

interface RowProps {
  readonly row: SeasonPlace;
  readonly open: () => void;
}

function Row({ row, open }: RowProps): JSX.Element {
  return (
    <tr>
      <td class="number">{row.place}</td>
      <th scope="row">{playerName(row.name)}</th>
      <td class="number">
        <button
          type="button"
          class="plain"
          aria-haspopup="dialog"
          aria-label={`${t("sheet.head.points")}, ${playerName(row.name)}: ${row.total}`}
          onClick={open}
        >
          {row.total}
        </button>
      </td>
      {row.cells.map((cell, index) => (
        <td key={index} class="number">
          {cell && (cell.counts ? cell.value : <s>{cell.value}</s>)}
        </td>
      ))}
    </tr>
  );
}

interface SumProps extends Props {
  readonly row: SeasonPlace;
  readonly close: () => void;
}

/** The points of somebody, opened into the events that they come from. */
function Sum({ season, row, close }: SumProps): JSX.Element {
  const { stages, settings } = season;
  return (
    <Dialog title={`${playerName(row.name)}: ${row.total}`} close={close}>
      <table class="terms">
        <tbody>
          {stages.map(({ event, name }, index) => {
            const cell = row.cells[index];
            if (!cell) return null;
            return (
              <tr key={event}>
                <th scope="row">
                  <a href={href("events", event, "standing")}>{name}</a>
                  <small>
                    {cell.place === null
                      ? t("web.season.absent")
                      : t("web.season.place", { place: cell.place })}
                  </small>
                </th>
                <td class="number">
                  {cell.counts ? (
                    cell.value
                  ) : (
                    <>
                      <s>{cell.value}</s> <small>{t("web.season.dropped")}</small>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("web.event.sum")}</th>
            <td class="number">
              <strong>{row.total}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
      {settings.kind !== "combine" && row.tie !== null && (
        <p class="quiet">{t("web.season.tie", { sum: row.tie })}</p>
      )}
    </Dialog>
  );
}
