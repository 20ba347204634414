/** The standing, in which each number opens into its sum, and what can be taken away of the event. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EventShown, NumberShown, TermShown } from "../../generated/messages";
import { events } from "../../net/events";
import { Dialog } from "../../parts/dialog";
import { catalogue, t } from "../../text/language";
import { playerName } from "../../text/names";
import { sentenceOf } from "../home/begin";
import { StateChip } from "./entrants";
import { NumberHeads } from "./numbers";
import { criterionName, criterionTitle, roundName } from "./said";
import { TeamStanding } from "./teams";

export function Standing({ event }: { readonly event: EventShown }): JSX.Element {
  const [opened, open] = useState<{ readonly name: string; readonly at: number } | null>(null);
  const { standing, round } = event;
  return (
    <section class="panel">
      <h2>{round > 0 ? t("web.event.standing.after", { round }) : t("web.event.page.standing")}</h2>
      {round === 0 || standing.length === 0 ? (
        <p class="quiet">{t("web.event.standing.none")}</p>
      ) : (
        <>
          {event.teams && <TeamStanding event={event} teams={event.teams} />}
          <p class="quiet">{t("web.event.standing.note")}</p>
          <div class="scroll">
            <Table event={event} open={(name, at) => open({ name, at })} />
          </div>
        </>
      )}
      {opened && (
        <Sum event={event.event} name={opened.name} at={opened.at} close={() => open(null)} />
      )}
    </section>
  );
}

interface TableProps {
  readonly event: EventShown;
  readonly open: (name: string, at: number) => void;
}

function Table({ event, open }: TableProps): JSX.Element {
  const { standing, criteria, entrants, settings, you } = event;
  const rests = settings.format === "arena";
  return (
    <table class="standing">
      <thead>
        <tr>
          <th scope="col">{t("sheet.head.place")}</th>
          <th scope="col">{t("sheet.head.name")}</th>
          <NumberHeads criteria={criteria} />
        </tr>
      </thead>
      <tbody>
        {standing.map(({ place, name, numbers }) => (
          <tr key={name} class={name === you.name ? "mine" : ""}>
            <td class="number">{place ?? "–"}</td>
            <th scope="row">
              {playerName(name)}{" "}
              {!rests && <StateChip entrant={entrants.find((each) => each.name === name)} />}
            </th>
            {numbers.map((number, at) => (
              <td key={criteria[at]} class="number">
                <button
                  type="button"
                  class="plain"
                  aria-haspopup="dialog"
                  aria-label={`${criterionName(criteria[at] ?? "")}, ${playerName(name)}: ${number}`}
                  onClick={() => open(name, at)}
                >
                  {number}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SumProps {
  readonly event: string;
  readonly name: string;
  readonly at: number;
  readonly close: () => void;
}

/** One number, opened into the terms of its sum. */
function Sum({ event, name, at, close }: SumProps): JSX.Element {
  const [numbers, setNumbers] = useState<readonly NumberShown[] | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    events.numbers(event, name).then(setNumbers, (error) => setFailed(sentenceOf(error)));
  }, [event, name]);
  const number = numbers?.[at];
  const title = number ? `${criterionTitle(number.criterion)}: ${number.value}` : playerName(name);
  return (
    <Dialog title={title} close={close}>
      <p>
        <strong>{playerName(name)}</strong>
      </p>
      {failed && (
        <p class="bad" role="alert">
          {failed}
        </p>
      )}
      {number && number.terms.length > 0 && (
        <table class="terms">
          <tbody>
            {number.terms.map((term, index) => (
              <Term key={index} term={term} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("web.event.sum")}</th>
              <td class="number">
                {number.unit > 1 ? t("web.event.sum.unit", { n: number.unit }) : ""}{" "}
                <strong>{number.value}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      {number?.note && <p class="quiet">{noteSaid(number.note)}</p>}
      {number && number.terms.length === 0 && !number.note && (
        <p class="quiet">{t("web.event.sum.none")}</p>
      )}
    </Dialog>
  );
}

function Term({ term }: { readonly term: TermShown }): JSX.Element {
  const { round, opponent, points, factor, struck, note } = term;
  const said = factor === "1" ? points : `${factor} × ${points}`;
  return (
    <tr>
      <th scope="row">
        {round > 0 && `${roundName(round)} · `}
        {opponent === null ? "–" : playerName(opponent)}
        {note && <small>{noteSaid(note)}</small>}
      </th>
      <td class="number">
        {struck ? (
          <>
            <s>{said}</s> <small>{t("web.event.struck")}</small>
          </>
        ) : (
          said
        )}
      </td>
    </tr>
  );
}

/** What the library remarks about a number, in the language of the page. */
function noteSaid(note: string): string {
  const count = /\d+/.exec(note)?.[0] ?? "";
  const slug = note.replaceAll(/\d+/g, "n").replaceAll(/[^a-z]+/g, "_");
  return catalogue.value?.maybe(`web.event.note.${slug}`, note, { n: count }) ?? note;
}
