/** Players who have called the arbiter, and what he decides. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CallShown } from "../../generated/messages";
import type { EventAct } from "../../net/events";
import { Dialog } from "../../parts/dialog";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import type { DeskProps } from "./following";
import { Reason } from "./reason";
import { timeSaid } from "./said";

type Ruling = Extract<EventAct, { readonly kind: "rule" }>["ruling"];

const RULINGS: readonly Ruling[] = ["resume", "take_back", "draw", "white", "black"];

export function Calls({ event, followed }: DeskProps): JSX.Element | null {
  const [opened, open] = useState<number | null>(null);
  const waiting = event.calls.filter(({ ruling }) => ruling === null);
  const call = waiting.find((each) => each.call === opened);
  if (waiting.length === 0) return null;
  return (
    <section class="panel own">
      <h2>{t("web.event.calls", { n: waiting.length })}</h2>
      <ol class="rows">
        {waiting.map((each) => (
          <li key={each.call}>
            <CallLine call={each} />
            {event.you.acts.includes("rule") && (
              <button type="button" class="main" onClick={() => open(each.call)}>
                {t("web.event.rule", { board: each.board })}
              </button>
            )}
          </li>
        ))}
      </ol>
      {call && (
        <Dialog title={t("web.event.rule", { board: call.board })} close={() => open(null)}>
          <CallLine call={call} />
          <Ruled
            rule={(ruling, plies, reason) =>
              followed
                .act({ kind: "rule", call: call.call, ruling, plies, reason })
                .then(() => open(null))
            }
          />
        </Dialog>
      )}
    </section>
  );
}

function CallLine({ call }: { readonly call: CallShown }): JSX.Element {
  const { round, board, name, text, at, game } = call;
  return (
    <span class="what">
      <strong>{t("web.event.call.of", { name: playerName(name), board, round })}</strong>
      {text && <q>{text}</q>}
      <small>{timeSaid(at)}</small>
      <span class="games-of">
        <a href={href("g", game)}>{t("web.event.call.board")}</a>
      </span>
    </span>
  );
}

interface RuledProps {
  readonly rule: (ruling: Ruling, plies: number, reason: string) => Promise<void>;
}

/** The decision: the game goes on, some of it is taken back, or it ends. */
function Ruled({ rule }: RuledProps): JSX.Element {
  const doing = useDoing();
  const [ruling, setRuling] = useState<Ruling>("resume");
  const [plies, setPlies] = useState(1);
  const [reason, setReason] = useState("");
  return (
    <form
      class="stack"
      onSubmit={(happened) => {
        happened.preventDefault();
        void doing.run(() => rule(ruling, plies, reason.trim()));
      }}
    >
      <label class="field">
        {t("web.event.ruling")}
        <select
          value={ruling}
          onChange={({ currentTarget }) => setRuling(currentTarget.value as Ruling)}
        >
          {RULINGS.map((each) => (
            <option key={each} value={each}>
              {t(`web.event.ruling.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {ruling === "take_back" && (
        <label class="field">
          {t("web.event.ruling.plies")}
          <input
            type="number"
            inputmode="numeric"
            required
            min={1}
            max={1000}
            value={plies}
            onChange={({ currentTarget }) =>
              setPlies(Math.max(1, Math.round(Number(currentTarget.value)) || 1))
            }
          />
        </label>
      )}
      <Reason value={reason} set={setReason} />
      <Failed doing={doing} />
      <button type="submit" class="main" disabled={doing.busy}>
        {t("web.event.ruling.give")}
      </button>
    </form>
  );
}
