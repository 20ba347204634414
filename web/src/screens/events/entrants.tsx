/** Who takes part. */

import type { JSX } from "preact";
import type { EntrantShown, EventShown } from "../../generated/messages";
import { t } from "../../text/language";
import { playerName } from "../../text/names";

export function Entrants({ event }: { readonly event: EventShown }): JSX.Element {
  const { entrants } = event;
  return (
    <section class="panel">
      <h2>{t("web.event.entered", { n: entrants.length })}</h2>
      {entrants.length === 0 && <p class="quiet">{t("web.event.nobody")}</p>}
      <ol class="rows">
        {entrants.map((each) => (
          <li key={each.name}>
            <EntrantLine entrant={each} rounds={event.round} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** That somebody has left, and how; of all others nothing. */
export function StateChip({
  entrant,
}: {
  readonly entrant: EntrantShown | undefined;
}): JSX.Element | null {
  if (!entrant || entrant.state === "here") return null;
  return <span class="chip lost">{t(`web.event.state.${entrant.state}`)}</span>;
}

interface LineProps {
  readonly entrant: EntrantShown;
  /** How many rounds are published. */
  readonly rounds: number;
  /** What he has paid, where the reader may know it. */
  readonly fee?: string;
}

/** A name with all that is known of it. */
export function EntrantLine({ entrant, rounds, fee }: LineProps): JSX.Element {
  const { number, name, rating, title, club, team, state, here, away } = entrant;
  const why = away[String(rounds + 1)];
  const about = [title, club, team, rating === null ? "" : String(rating), fee].filter(Boolean);
  return (
    <>
      {number > 0 && <span class="place">{number}</span>}
      <span class="what">
        <strong>{playerName(name)}</strong>
        {about.length > 0 && <small>{about.join(" · ")}</small>}
      </span>
      <StateChip entrant={entrant} />
      {state === "here" && here && <span class="chip">{t("web.event.checked")}</span>}
      {state === "here" && why && <span class="chip count">{t("web.event.excused")}</span>}
    </>
  );
}
