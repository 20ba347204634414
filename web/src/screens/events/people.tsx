/** Entrants at the desk: entered by hand, checked in, excused, withdrawn, taken back. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { EntrantShown, EventShown } from "../../generated/messages";
import type { EventAct } from "../../net/events";
import { Dialog } from "../../parts/dialog";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, Form, useDoing } from "../account/form";
import type { DeskProps } from "./following";
import { EntrantLine } from "./entrants";
import { Fee, feeSaid } from "./fees";
import { Reason } from "./reason";
import { boardOf, isForfeit, sayMoney } from "./said";

export function People({ event, followed }: DeskProps): JSX.Element {
  const [opened, open] = useState<string | null>(null);
  const { entrants, fees } = event;
  const entrant = entrants.find(({ name }) => name === opened);
  const taking = entrants.filter(({ state }) => state === "here");
  const here = taking.filter((each) => each.here).length;
  const goesOn = event.phase !== "ended" && !event.over;
  return (
    <section class="panel">
      <h2>{t("web.event.entered", { n: entrants.length })}</h2>
      {taking.length > 0 && goesOn && (event.round === 0 || here > 0) && (
        <p class="quiet">{t("web.event.checked_of", { n: here, all: taking.length })}</p>
      )}
      {fees && (
        <p class="quiet">
          {t("sheet.sums", {
            paid: sayMoney(fees, fees.paid),
            due: sayMoney(fees, fees.due),
          })}
        </p>
      )}
      {event.you.acts.includes("admit") && <Admit event={event} followed={followed} />}
      {entrants.length === 0 && <p class="quiet">{t("web.event.nobody")}</p>}
      <ol class="rows">
        {entrants.map((each) => (
          <li key={each.name}>
            <EntrantLine entrant={each} rounds={event.round} fee={feeSaid(fees, each.name)} />
            {(fees || (event.phase !== "ended" && !each.cancelled)) && (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={t("web.event.entrant.change", { name: playerName(each.name) })}
                onClick={() => open(each.name)}
              >
                {t("web.change")}
              </button>
            )}
          </li>
        ))}
      </ol>
      {entrant && (
        <Dialog title={playerName(entrant.name)} close={() => open(null)}>
          <Change event={event} followed={followed} entrant={entrant} close={() => open(null)} />
        </Dialog>
      )}
    </section>
  );
}

/** Somebody entered by hand: he has no device, or comes late. */
function Admit({ event, followed }: DeskProps): JSX.Element {
  const doing = useDoing();
  const form = useRef<HTMLDivElement>(null);
  const teams = ["teams", "scheveningen"].includes(event.settings.format ?? "");
  const admit = async (read: (name: string) => string): Promise<void> => {
    const name = read("name").trim();
    const rating = Number.parseInt(read("rating"), 10);
    await followed.act({
      kind: "admit",
      name,
      rating: Number.isNaN(rating) ? null : rating,
      club: read("club").trim(),
      ...(teams ? { team: read("team").trim() } : {}),
    });
    // The next name may be half typed already.
    const field = form.current?.querySelector<HTMLInputElement>("[name=name]");
    if (field?.value.trim() === name) field.form?.reset();
  };
  return (
    <Form doing={doing} submit={admit} label={t("web.event.admit")}>
      <div class="row" ref={form}>
        <label class="field">
          {t("web.event.admit.name")}
          <input type="text" name="name" maxLength={60} autocomplete="off" required />
        </label>
        <label class="field narrow">
          {t("web.event.admit.rating")}
          <input type="number" name="rating" inputmode="numeric" min={0} max={4000} />
        </label>
        <label class="field">
          {t("web.event.admit.club")}
          <input type="text" name="club" maxLength={40} autocomplete="off" />
        </label>
        {teams && (
          <label class="field">
            {t("web.event.team")}
            <input type="text" name="team" maxLength={40} autocomplete="off" required />
          </label>
        )}
        <button type="submit" disabled={doing.busy}>
          {t("web.event.admit")}
        </button>
      </div>
    </Form>
  );
}

interface ChangeProps extends DeskProps {
  readonly entrant: EntrantShown;
  readonly close: () => void;
}

/** What may be changed of an entrant. */
function Change({ event, followed, entrant, close }: ChangeProps): JSX.Element {
  const doing = useDoing();
  const [reason, setReason] = useState("");
  const { name, state } = entrant;
  const { acts } = event.you;
  const act = (what: EventAct): void => void doing.run(() => followed.act(what).then(close));
  const given = reason.trim();
  const { fees } = event;
  const means = state === "here" ? withdrawalSaid(event, name) : "";
  return (
    <>
      {state === "here" && event.phase !== "ended" && !event.over && (
        <Presence entrant={entrant} next={event.round + 1} busy={doing.busy} act={act} />
      )}
      {fees && <Fee fees={fees} name={name} busy={doing.busy} act={act} />}
      {(acts.includes("withdraw") || acts.includes("readmit")) && !entrant.cancelled && (
        <>
          {means && <p class="quiet">{means}</p>}
          <Reason value={reason} set={setReason} />
          <div class="answers stretch">
            {state === "here" ? (
              <>
                <button
                  type="button"
                  disabled={doing.busy || !given}
                  onClick={() => act({ kind: "withdraw", name, reason: given, expelled: false })}
                >
                  {t("web.event.withdraw")}
                </button>
                <button
                  type="button"
                  class="danger"
                  disabled={doing.busy || !given}
                  onClick={() => act({ kind: "withdraw", name, reason: given, expelled: true })}
                >
                  {t("web.event.expel")}
                </button>
              </>
            ) : (
              <button
                type="button"
                disabled={doing.busy || !given}
                onClick={() => act({ kind: "readmit", name, reason: given })}
              >
                {t("web.event.readmit")}
              </button>
            )}
          </div>
        </>
      )}
      <Failed doing={doing} />
    </>
  );
}

/** What becomes of the results of somebody who leaves a round robin now; empty elsewhere. */
function withdrawalSaid({ settings, rounds, entrants }: EventShown, name: string): string {
  if (settings.format !== "round robin" || rounds.length === 0) return "";
  const all = (entrants.length - 1) * (settings.cycles ?? 1);
  const n = rounds.filter(({ boards }) => {
    const board = boardOf(boards, name);
    return board && board.games.length > 0 && !isForfeit(board);
  }).length;
  const key = 2 * n <= all ? "web.event.withdraw.cancels" : "web.event.withdraw.keeps";
  return t(key, { n, all });
}

interface PresenceProps {
  readonly entrant: EntrantShown;
  /** The number of the next round. */
  readonly next: number;
  readonly busy: boolean;
  readonly act: (what: EventAct) => void;
}

/** Whether somebody plays in the next round. */
function Presence({ entrant, next, busy, act }: PresenceProps): JSX.Element {
  const { name, here } = entrant;
  const excused = entrant.away[String(next)] !== undefined;
  return (
    <div class="answers stretch">
      <button
        type="button"
        class={here ? "" : "main"}
        disabled={busy}
        onClick={() => act({ kind: "check_in", name, here: !here })}
      >
        {t(here ? "web.event.check.out" : "web.event.check.in")}
      </button>
      {!excused && (
        <>
          <button
            type="button"
            disabled={busy}
            onClick={() => act({ kind: "excuse", name, why: "requested" })}
          >
            {t("web.event.bye.give", { round: next })}
          </button>
          <button
            type="button"
            disabled={busy}
            onClick={() => act({ kind: "excuse", name, why: "absent" })}
          >
            {t("web.event.absent", { round: next })}
          </button>
        </>
      )}
    </div>
  );
}
