/** All that is kept of the own account, and what can be done with it. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Account, PlayerChoices, Profile } from "../../generated/messages";
import { account as server } from "../../net/account";
import { history } from "../../net/history";
import { connection, server as atServer } from "../../net/server";
import { Choices, Switch } from "../../parts/choices";
import { QrCode } from "../../parts/qr";
import { Later } from "../../parts/later";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { Codes } from "./codes";
import { Confirm } from "./confirm";
import { date } from "./date";
import { Failed, Field, Form, useDoing } from "./form";
import { Ratings } from "./player";
import { Programs } from "./programs";
import { Proof } from "./proof";

interface Props {
  readonly account: Account;
  /** Whether passkeys can be had here. */
  readonly keys: boolean;
  readonly change: (account: Account) => void;
}

const notifications = () =>
  import("../notifications/settings").then((file) => file.NotificationSettings);

/** A step of which a credential is shown before, unless one was shown lately. */
type Step = () => Promise<void>;

export function Keep({ account, keys, change }: Props): JSX.Element {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [waiting, setWaiting] = useState<Step | null>(null);
  const proven = async (step: Step): Promise<void> => {
    const fresh = account.proved_until > Date.now() + connection.skew + SOON;
    if (fresh) await step();
    else setWaiting(() => step);
  };
  if (codes) {
    const done = (): void => {
      setCodes(null);
      void server.shown().then((shown) => shown.account && change(shown.account));
    };
    return <Codes codes={codes} done={done} />;
  }
  const parts = { account, keys, change, proven };
  return (
    <>
      {waiting && (
        <Proof
          account={account}
          keys={keys}
          close={() => setWaiting(null)}
          proved={async (proved) => {
            change(proved);
            await waiting();
            setWaiting(null);
          }}
        />
      )}
      <NamePart {...parts} />
      <OwnRatings name={account.name} />
      <OwnGames />
      <Access {...parts} renewed={setCodes} />
      <Devices {...parts} />
      <Later load={notifications} props={{ proven }} />
      <Programs {...parts} />
      {account.role !== "player" && account.role !== "arbiter" && (
        <section class="panel">
          <a class="button" href={href("moderation")}>
            {t("web.moderation")}
          </a>
        </section>
      )}
      <Leaving {...parts} />
    </>
  );
}

/** Milliseconds before a proof lapses in which it is not relied on any more. */
const SOON = 15_000;

interface Parts extends Props {
  readonly proven: (step: Step) => Promise<void>;
}

function NamePart({ account, change }: Parts): JSX.Element {
  const doing = useDoing();
  const held = account.rename_from > Date.now() + connection.skew;
  return (
    <section class="panel">
      <h2>{account.name}</h2>
      {held ? (
        <small class="quiet">
          {t("web.account.rename.from", { date: date(account.rename_from) })}
        </small>
      ) : (
        <details class="other-rules">
          <summary>{t("web.account.rename")}</summary>
          <Form
            doing={doing}
            label={t("web.account.rename")}
            submit={async (read) => change(await server.rename(read("name").trim()))}
          >
            <Field
              label={t("web.settings.name")}
              name="name"
              autocomplete="username"
              note={t("web.account.rename.note")}
              value={account.name}
            />
            <button type="submit" disabled={doing.busy}>
              {t("web.save")}
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}

function OwnRatings({ name }: { readonly name: string }): JSX.Element | null {
  const [profile, setProfile] = useState<Profile | null>(null);
  useEffect(() => {
    atServer.profile(name).then(setProfile, () => {
      // All else of the account is there.
    });
  }, [name]);
  if (!profile) return null;
  return (
    <section class="panel">
      <h2>{t("web.ratings.own")}</h2>
      <Ratings ratings={profile.ratings} changes={profile.changes} />
      {profile.changes.length > 0 && (
        <a class="button plain" href={href("player", name)}>
          {t("web.ratings.last")}
        </a>
      )}
    </section>
  );
}

/** The way to one's games, and who may see them. */
function OwnGames(): JSX.Element {
  const doing = useDoing();
  const [choices, setChoices] = useState<PlayerChoices | null>(null);
  useEffect(() => {
    history.choices().then(setChoices, () => {
      // The switch is not there, then.
    });
  }, []);
  const choose = (changed: PlayerChoices): void =>
    void doing.run(async () => setChoices(await history.choose(changed)));
  return (
    <section class="panel">
      <h2>{t("web.history")}</h2>
      <a class="button" href={href("player", "")}>
        {t("web.history.own")}
      </a>
      {choices && (
        <Switch
          label={t("web.history.hide")}
          note={t("web.history.hide.note")}
          on={choices.private ?? false}
          change={(hidden) => choose({ ...choices, private: hidden })}
        />
      )}
      {choices && (
        <Choices
          legend={t("web.challenge.take")}
          value={choices.challenges ?? "all"}
          options={(["all", "followed", "nobody"] as const).map(
            (each) => [each, t(`web.challenge.take.${each}`)] as const,
          )}
          change={(challenges) => choose({ ...choices, challenges })}
        />
      )}
      <Failed doing={doing} />
    </section>
  );
}

interface AccessProps extends Parts {
  readonly renewed: (codes: readonly string[]) => void;
}

function Access({ renewed, ...parts }: AccessProps): JSX.Element {
  const { account, proven } = parts;
  const doing = useDoing();
  const renew = async (): Promise<void> => renewed((await server.renewCodes()).codes);
  return (
    <section class="panel">
      <h2>{t("web.account.access")}</h2>
      <Passkeys {...parts} />
      <Password {...parts} />
      <div class="row">
        <span>{t("web.account.codes.left", { n: account.codes })}</span>
        <button
          type="button"
          disabled={doing.busy}
          onClick={() => void doing.run(() => proven(renew))}
        >
          {t("web.account.codes.renew")}
        </button>
      </div>
      <Failed doing={doing} />
    </section>
  );
}

function Passkeys({ account, keys, change, proven }: Parts): JSX.Element | null {
  const doing = useDoing();
  const run = (step: () => Promise<Account>): void =>
    void doing.run(() => proven(async () => change(await step())));
  if (!keys && account.passkeys.length === 0) return null;
  const here = account.sessions.find((each) => each.this)?.device ?? "?";
  return (
    <>
      <h3>{t("web.account.passkeys")}</h3>
      <ul class="kept">
        {account.passkeys.map((key) => (
          <li key={key.id}>
            <span>
              {deviceName(key.name)}
              <small class="quiet">
                {key.used
                  ? t("web.account.used", { date: date(key.used) })
                  : t("web.account.made", { date: date(key.created) })}
              </small>
            </span>
            <button
              type="button"
              class="plain"
              disabled={doing.busy}
              aria-label={t("web.account.passkey.remove", { name: deviceName(key.name) })}
              onClick={() => run(() => server.removeKey(key.id))}
            >
              {t("web.account.remove")}
            </button>
          </li>
        ))}
      </ul>
      {keys && (
        <>
          <small class="quiet">{t("web.account.passkey.note")}</small>
          <button
            type="button"
            disabled={doing.busy}
            onClick={() => run(() => server.addKey(account.name, here))}
          >
            {t("web.account.passkey.add")}
          </button>
        </>
      )}
      <Failed doing={doing} />
    </>
  );
}

function Password({ account, change, proven }: Parts): JSX.Element {
  const doing = useDoing();
  const [saved, setSaved] = useState(false);
  const save = (password: string): Promise<void> =>
    proven(async () => {
      change(await server.setPassword(password));
      setSaved(true);
    });
  const title = t(account.password ? "web.account.password.change" : "web.account.password.set");
  return (
    <details class="other-rules">
      <summary>{title}</summary>
      <Form doing={doing} label={title} submit={(read) => save(read("password"))}>
        <input type="hidden" name="username" autocomplete="username" value={account.name} />
        <Field
          label={t("web.account.new_password")}
          name="password"
          autocomplete="new-password"
          note={t("web.account.password.note")}
        />
        <button type="submit" disabled={doing.busy}>
          {t("web.save")}
        </button>
        {saved && <p role="status">{t("web.account.saved")}</p>}
      </Form>
    </details>
  );
}

function deviceName(name: string): string {
  return name === "?" ? t("web.account.device.unknown") : name;
}

/** What signs another device in, once. */
function OtherDevice({ proven }: Pick<Parts, "proven">): JSX.Element {
  const doing = useDoing();
  const [pass, setPass] = useState("");
  const show = async (): Promise<void> => {
    const { code } = await server.newPass();
    setPass(`${location.origin}${location.pathname}${href("account", code)}`);
  };
  if (pass) {
    return (
      <>
        <QrCode text={pass} label={t("web.account.pass.qr")} />
        <small class="quiet">{t("web.account.pass.note")}</small>
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        disabled={doing.busy}
        onClick={() => void doing.run(() => proven(show))}
      >
        {t("web.account.pass")}
      </button>
      <Failed doing={doing} />
    </>
  );
}

function Devices({ account, change, proven }: Parts): JSX.Element {
  const doing = useDoing();
  const run = (step: () => Promise<Account>): void =>
    void doing.run(async () => change(await step()));
  return (
    <section class="panel">
      <h2>{t("web.account.devices")}</h2>
      <ul class="kept">
        {account.sessions.map((session) => {
          const named = deviceName(session.device);
          return (
            <li key={session.id}>
              <span>
                {named}
                <small class="quiet">
                  {session.this
                    ? t("web.account.device.this")
                    : t("web.account.used", { date: date(session.used) })}
                </small>
              </span>
              {!session.this && (
                <button
                  type="button"
                  class="plain"
                  disabled={doing.busy}
                  aria-label={t("web.account.sign_device_out", { device: named })}
                  onClick={() => run(() => server.endSession(session.id))}
                >
                  {t("web.account.out")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <OtherDevice proven={proven} />
      {account.sessions.length > 1 && (
        <button type="button" disabled={doing.busy} onClick={() => run(server.endOthers)}>
          {t("web.account.devices.out")}
        </button>
      )}
      <Failed doing={doing} />
    </section>
  );
}

function Leaving({ proven }: Parts): JSX.Element {
  const doing = useDoing();
  const [asked, setAsked] = useState(false);
  const leave = async (): Promise<void> => {
    location.reload();
  };
  return (
    <section class="panel">
      <button
        type="button"
        class="main"
        disabled={doing.busy}
        onClick={() => void doing.run(() => server.signOut().then(leave))}
      >
        {t("web.account.out")}
      </button>
      <div class="row">
        <button
          type="button"
          class="plain"
          onClick={() => void doing.run(() => proven(async () => location.assign("/api/me/data")))}
        >
          {t("web.account.data")}
        </button>
        <button type="button" class="plain" onClick={() => setAsked(true)}>
          {t("web.account.delete")}
        </button>
      </div>
      <Failed doing={doing} />
      {asked && (
        <Confirm
          title={t("web.account.delete")}
          sure={t("web.account.delete.sure")}
          disabled={doing.busy}
          close={() => setAsked(false)}
          confirm={() => void doing.run(() => proven(() => server.delete().then(leave)))}
        >
          <p>{t("web.account.delete.note")}</p>
        </Confirm>
      )}
    </section>
  );
}
