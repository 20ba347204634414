/** The trail of an event: everything that was done in it, by whom, and why. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EventLine, EventShown } from "../../generated/messages";
import { events } from "../../net/events";
import { Problem } from "../../parts/problem";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { sentenceOf } from "../home/begin";
import { lineSaid, reasonIn, timeSaid } from "./said";

/** Lines shown before somebody asks for more. */
const FEW = 40;

export function Trail({ event }: { readonly event: EventShown }): JSX.Element {
  const [lines, setLines] = useState<readonly EventLine[]>([]);
  const [failed, setFailed] = useState("");
  const [shown, setShown] = useState(FEW);
  const [last] = lines.slice(-1);
  useEffect(() => {
    let wanted = true;
    const read = async (seq: number): Promise<void> => {
      const news = await events.news(event.event, seq);
      if (!wanted) return;
      setLines((held) => [...held, ...news.lines.filter((each) => each.seq > seq)]);
      if (news.more) await read(news.seq);
    };
    read(last?.seq ?? 0).catch((error: unknown) => wanted && setFailed(sentenceOf(error)));
    return () => void (wanted = false);
  }, [event.event, event.seq]);
  const told = lines.toReversed().flatMap((line) => {
    const said = lineSaid(line.kind, line.fields, event);
    return said ? [{ line, said }] : [];
  });
  return (
    <section class="panel">
      <h2>{t("web.event.page.trail")}</h2>
      <p class="quiet">{t("web.event.fingerprint", { text: event.fingerprint })}</p>
      <Problem>{failed}</Problem>
      <ol class="trail">
        {told.slice(0, shown).map(({ line, said }) => (
          <li key={line.seq}>
            <small>
              {timeSaid(line.at)}
              {line.by !== null && ` · ${playerName(line.by)}`}
            </small>
            <span>{said}</span>
            {reasonIn(line.fields) && <q>{reasonIn(line.fields)}</q>}
          </li>
        ))}
      </ol>
      {told.length > shown && (
        <button type="button" class="plain" onClick={() => setShown(shown + 200)}>
          {t("web.events.more")}
        </button>
      )}
    </section>
  );
}
