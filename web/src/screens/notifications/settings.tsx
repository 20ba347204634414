/** Of what an account is told, and by which ways. */

import "./settings.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { NoticeChoices, Notifications } from "../../generated/messages";
import { request } from "../../net/server";
import { t } from "../../text/language";
import { Failed, Field, Form, useDoing } from "../account/form";
import { Browser } from "./browser";
import { KINDS, type Change, type Kind, type Way } from "./kinds";

const HERE = "/api/account/notifications";

interface Props {
  /** Do a step of which a credential is shown before. */
  readonly proven: (step: () => Promise<void>) => Promise<void>;
}

export function NotificationSettings({ proven }: Props): JSX.Element | null {
  const [shown, setShown] = useState<Notifications | null>(null);
  useEffect(() => {
    request<Notifications>("GET", HERE).then(setShown, () => {
      // All else of the account is there.
    });
  }, []);
  if (!shown) return null;
  return (
    <section class="panel notices">
      <h2>{t("web.notices")}</h2>
      <p class="note">{t("web.notices.note")}</p>
      <Table shown={shown} change={setShown} />
      {shown.key !== null && <Browser shown={shown} change={setShown} />}
      {shown.mails && <Mail shown={shown} change={setShown} proven={proven} />}
    </section>
  );
}

function Table({ shown, change }: Change): JSX.Element {
  const doing = useDoing();
  const ways: Way[] = ["page"];
  if (shown.key !== null) ways.push("push");
  if (shown.mails) ways.push("mail");
  const choose = (way: Way, kind: Kind, on: boolean): void => {
    const others = shown.choices[way].filter((each) => each !== kind);
    const choices: NoticeChoices = {
      ...shown.choices,
      [way]: on ? [...others, kind] : others,
    };
    void doing.run(async () => change(await request("POST", HERE, choices)));
  };
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("web.notices.kind")}</th>
            {ways.map((way) => (
              <th key={way} scope="col">
                {t(`web.notices.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`web.notices.${kind}`)}</th>
              {ways.map((way) => (
                <td key={way}>
                  <label>
                    <input
                      type="checkbox"
                      checked={shown.choices[way].includes(kind)}
                      disabled={doing.busy}
                      aria-label={t("web.notices.each", {
                        kind: t(`web.notices.${kind}`),
                        way: t(`web.notices.${way}`),
                      })}
                      onChange={(event) => choose(way, kind, event.currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Failed doing={doing} />
    </>
  );
}

function Mail({ shown, change, proven }: Change & Props): JSX.Element {
  const doing = useDoing();
  const { address, unconfirmed } = shown;
  const save = (text: string): Promise<void> =>
    proven(async () => change(await request("POST", `${HERE}/mail`, { address: text.trim() })));
  const remove = async (): Promise<void> =>
    proven(async () => change(await request("DELETE", `${HERE}/mail`)));
  return (
    <>
      <h3>{t("web.notices.mail")}</h3>
      <small class="quiet">{t("web.notices.mail.note")}</small>
      {address && <p>{t("web.notices.mail.to", { address })}</p>}
      {unconfirmed && <p role="status">{t("web.notices.mail.waits", { address: unconfirmed })}</p>}
      <Form
        doing={doing}
        label={t("web.notices.mail.address")}
        submit={(read) => save(read("email"))}
      >
        <Field
          label={t("web.notices.mail.address")}
          name="email"
          autocomplete="email"
          value={unconfirmed ?? address ?? ""}
        />
        <button type="submit" disabled={doing.busy}>
          {t("web.notices.mail.set")}
        </button>
      </Form>
      {(address ?? unconfirmed) && (
        <button
          type="button"
          class="plain"
          disabled={doing.busy}
          onClick={() => void doing.run(remove)}
        >
          {t("web.notices.mail.remove")}
        </button>
      )}
    </>
  );
}
