/** A number of a standing, opened into the terms of its sum. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { NumberShown, TermShown } from "../../generated/messages";
import { events } from "../../net/events";
import { Dialog } from "../../parts/dialog";
import { Problem } from "../../parts/problem";
import { catalogue, t } from "../../text/language";
import { playerName } from "../../text/names";
import { sentenceOf } from "../home/begin";
import type { Opened } from "./numbers";
import { criterionTitle, roundName } from "./said";

interface SumProps extends Opened {
  readonly event: string;
  readonly close: () => void;
}

/** One number, opened into the terms of its sum. */
export function Sum({ event, name, at, of, close }: SumProps): JSX.Element {
  const [numbers, setNumbers] = useState<readonly NumberShown[] | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    events.numbers(event, name, of).then(setNumbers, (error) => setFailed(sentenceOf(error)));
  }, [event, name, of]);
  const called = of === "team" ? name : playerName(name);
  const number = numbers?.[at];
  const title = number ? `${criterionTitle(number.criterion)}: ${number.value}` : called;
  return (
    <Dialog title={title} close={close}>
      <p>
        <strong>{called}</strong>
      </p>
      <Problem>{failed}</Problem>
      {number && number.terms.length > 0 && (
        <table class="terms">
          <tbody>
            {number.terms.map((term, index) => (
              <Term key={index} term={term} of={of} />
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

interface TermProps extends Pick<Opened, "of"> {
  readonly term: TermShown;
}

function Term({ term, of }: TermProps): JSX.Element {
  const { round, opponent, points, factor, struck, note } = term;
  const said = factor === "1" ? points : `${factor} × ${points}`;
  return (
    <tr>
      <th scope="row">
        {round > 0 && `${roundName(round)} · `}
        {opponent === null ? "–" : of === "team" ? opponent : playerName(opponent)}
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
