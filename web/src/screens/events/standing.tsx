/** The standing, in which each number opens into its sum, and what can be taken away of the event. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EventShown } from "../../generated/messages";
import { Later } from "../../parts/later";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { StateChip } from "./entrants";
import { NumberButtons, NumberHeads, type Opened } from "./numbers";
import { sheetTitle } from "./said";
import { TeamStanding } from "./teams";

const sum = () => import("./sum").then((file) => file.Sum);

export function Standing({ event }: { readonly event: EventShown }): JSX.Element {
  const [opened, open] = useState<Opened | null>(null);
  const { standing, round } = event;
  return (
    <section class="panel">
      <h2>{sheetTitle(event, "standings")}</h2>
      {round === 0 || standing.length === 0 ? (
        <p class="quiet">{t("web.event.standing.none")}</p>
      ) : (
        <>
          {event.teams && <TeamStanding event={event} teams={event.teams} open={open} />}
          <p class="quiet">{t("web.event.standing.note")}</p>
          <div class="scroll">
            <Table event={event} open={open} />
          </div>
        </>
      )}
      {opened && (
        <Later
          key={`${opened.of} ${opened.name} ${opened.at}`}
          load={sum}
          props={{ ...opened, event: event.event, close: () => open(null) }}
        />
      )}
    </section>
  );
}

interface TableProps {
  readonly event: EventShown;
  readonly open: (opened: Opened) => void;
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
            <NumberButtons
              criteria={criteria}
              numbers={numbers}
              called={playerName(name)}
              open={(at) => open({ name, at, of: "entrant" })}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
