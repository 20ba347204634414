/** How people come into an event, who helps, and what is rarely done: settings, annulling, the end. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { QrCode } from "../../parts/qr";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, Form, useDoing } from "../account/form";
import type { DeskProps } from "./following";
import { addressOf } from "./said";

const amend = () => import("./make").then((file) => file.Amend);

/** Whether an address leads nowhere from any other device. */
export function isOnlyHere(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** The way in for others: a code, a picture of the address, names that are invited. */
export function Admission({ event, followed }: DeskProps): JSX.Element {
  const doing = useDoing();
  const { code } = event;
  const path = code ? href("events", event.event, "enter", code) : href("events", event.event);
  return (
    <section class="panel">
      <h2>{t("web.event.way_in")}</h2>
      {isOnlyHere(location.hostname) && (
        <p class="bad" role="status">
          {t("web.event.only_here")}
        </p>
      )}
      <QrCode text={addressOf(path)} label={t("web.event.qr")} />
      {code && (
        <p class="code">
          {t("web.event.code")} <strong>{code}</strong>
        </p>
      )}
      <input
        type="text"
        readOnly
        value={addressOf(path)}
        aria-label={t("web.event.address")}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {event.you.acts.includes("invite") && (
        <Form
          doing={doing}
          label={t("web.event.invite")}
          submit={(read) => followed.act({ kind: "invite", name: read("name").trim() })}
        >
          <div class="row">
            <label class="field">
              {t("web.event.account_name")}
              <input type="text" name="name" maxLength={60} autocomplete="off" required />
            </label>
            <button type="submit" disabled={doing.busy}>
              {t("web.event.invite")}
            </button>
          </div>
        </Form>
      )}
    </section>
  );
}

/** Who else is at the desk. */
export function Officers({ event, followed }: DeskProps): JSX.Element {
  const doing = useDoing();
  return (
    <section class="panel">
      <h2>{t("web.event.officers")}</h2>
      <ul class="kept">
        {event.officers.map(({ name, role }) => (
          <li key={name}>
            <span>
              <strong>{playerName(name)}</strong>
              <small>{t(`web.event.role.${role}`)}</small>
            </span>
            {role !== "organiser" && (
              <button
                type="button"
                class="plain round"
                aria-label={t("web.event.officer.remove", { name: playerName(name) })}
                disabled={doing.busy}
                onClick={() =>
                  void doing.run(() => followed.act({ kind: "officer", name, role: null }))
                }
              >
                <Icon name="trash" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Form
        doing={doing}
        label={t("web.event.officers")}
        submit={(read) =>
          followed.act({
            kind: "officer",
            name: read("name").trim(),
            role: read("role") === "helper" ? "helper" : "arbiter",
          })
        }
      >
        <div class="row">
          <label class="field">
            {t("web.event.account_name")}
            <input type="text" name="name" maxLength={60} autocomplete="off" required />
          </label>
          <label class="field">
            {t("web.event.officer.role")}
            <select name="role">
              <option value="arbiter">{t("web.event.role.arbiter")}</option>
              <option value="helper">{t("web.event.role.helper")}</option>
            </select>
          </label>
          <button type="submit" disabled={doing.busy}>
            {t("web.event.officer.name")}
          </button>
        </div>
      </Form>
    </section>
  );
}

/** What is rarely done: other settings, a round taken back, an end before all is played. */
export function Rest({ event, followed }: DeskProps): JSX.Element | null {
  const { acts } = event.you;
  const [asked, ask] = useState<"annul" | "finish" | "amend" | null>(null);
  const doing = useDoing();
  const close = (): void => ask(null);
  const offers = (["amend", "annul", "finish"] as const).filter(
    (each) => acts.includes(each) && !(each === "finish" && event.over),
  );
  if (offers.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t("web.event.rest")}</h2>
      <div class="answers stretch">
        {offers.map((each) => (
          <button key={each} type="button" aria-haspopup="dialog" onClick={() => ask(each)}>
            {t(`web.event.rest.${each}`, { round: event.round })}
          </button>
        ))}
      </div>
      {asked === "amend" && (
        <Dialog title={t("web.event.rest.amend")} close={close} wide>
          <Later load={amend} props={{ event, followed, close }} />
        </Dialog>
      )}
      {asked === "annul" && (
        <Dialog title={t("web.event.rest.annul", { round: event.round })} close={close}>
          <p>{t("web.event.annul.note")}</p>
          <Form
            doing={doing}
            submit={(read) =>
              followed.act({ kind: "annul", reason: read("reason").trim() }).then(close)
            }
          >
            <label class="field">
              {t("web.event.reason")}
              <input type="text" name="reason" maxLength={200} required />
            </label>
            <button type="submit" class="main danger" disabled={doing.busy}>
              {t("web.event.rest.annul", { round: event.round })}
            </button>
          </Form>
        </Dialog>
      )}
      {asked === "finish" && (
        <Dialog title={t("web.event.rest.finish")} close={close}>
          <p>{t("web.event.finish.note")}</p>
          <Failed doing={doing} />
          <button
            type="button"
            class="main danger"
            disabled={doing.busy}
            onClick={() => void doing.run(() => followed.act({ kind: "finish" }).then(close))}
          >
            {t("web.event.rest.finish")}
          </button>
        </Dialog>
      )}
    </section>
  );
}
