/** A guest's ways to an account: make one, sign in to one, get back into one. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AccountMade, SignedIn } from "../../generated/messages";
import { account, offerKeys } from "../../net/account";
import { returnToScreen } from "../../state/afterwards";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { Codes } from "./codes";
import { Field, Form, useDoing } from "./form";

interface Props {
  /** Whether passkeys can be had here. */
  readonly keys: boolean;
}

/** Everything was asked for as somebody else: the page begins anew. */
function beginAnew(): void {
  preferences.account.value = true;
  location.reload();
}

/** Begin anew where somebody wanted to be who had to have an account first. */
function goOn(): void {
  returnToScreen();
  beginAnew();
}

export function Enter({ keys }: Props): JSX.Element {
  const [made, setMade] = useState<AccountMade | null>(null);
  const [joined, setJoined] = useState(0);
  // Whoever leaves by another way than the button is somebody else all the same.
  const entered = made !== null || joined > 0;
  useEffect(() => (entered ? beginAnew : undefined), [entered]);
  if (made) return <Codes codes={made.codes} done={goOn} />;
  if (joined) {
    return (
      <section class="panel">
        <p role="status">{t("web.account.joined", { n: joined })}</p>
        <button type="button" class="main" onClick={goOn}>
          {t("web.account.go_on")}
        </button>
      </section>
    );
  }
  const enter = (signed: SignedIn): void => {
    if (signed.joined) setJoined(signed.joined);
    else goOn();
  };
  return (
    <>
      <section class="panel">
        <p>
          <strong>{t("web.account.guest")}</strong> {t("web.account.why")}
        </p>
        <a class="button" href={href("player", "")}>
          {t("web.history.own")}
        </a>
      </section>
      <Make keys={keys} made={setMade} />
      <SignIn keys={keys} entered={enter} />
    </>
  );
}

function Make(props: Props & { readonly made: (made: AccountMade) => void }): JSX.Element {
  const doing = useDoing();
  const [secret, setSecret] = useState(!props.keys);
  const known = preferences.name.peek();
  const name = /^Guest \d+$/.test(known) ? "" : known;
  return (
    <section class="panel">
      <h2>{t("web.account.make")}</h2>
      <Form
        doing={doing}
        label={t("web.account.make")}
        submit={async (read) =>
          props.made(
            secret
              ? await account.make(read("name").trim(), read("password"))
              : await account.makeWithKey(read("name").trim()),
          )
        }
      >
        <Field label={t("web.settings.name")} name="name" autocomplete="username" value={name} />
        {secret ? (
          <Field
            label={t("web.account.password")}
            name="password"
            autocomplete="new-password"
            note={t("web.account.password.note")}
          />
        ) : (
          <small class="quiet">{t("web.account.passkey.note")}</small>
        )}
        <button type="submit" class="main" disabled={doing.busy}>
          {t(secret ? "web.account.make.password" : "web.account.make.passkey")}
        </button>
        {props.keys && (
          <button type="button" class="plain" onClick={() => setSecret(!secret)}>
            {t(secret ? "web.account.make.passkey" : "web.account.make.password")}
          </button>
        )}
      </Form>
    </section>
  );
}

interface SignInProps extends Props {
  readonly entered: (signed: SignedIn) => void;
}

function SignIn({ keys, entered }: SignInProps): JSX.Element {
  const doing = useDoing();
  useEffect(() => (keys ? offerKeys(entered) : undefined), [keys]);
  return (
    <section class="panel">
      <h2>{t("web.account.in.have")}</h2>
      <Form
        doing={doing}
        label={t("web.account.in")}
        submit={async (read) => entered(await account.signIn(read("name"), read("password")))}
      >
        {keys && (
          <button
            type="button"
            class="main"
            disabled={doing.busy}
            onClick={() => void doing.run(async () => entered(await account.signInByKey()))}
          >
            {t("web.account.in.passkey")}
          </button>
        )}
        <Field label={t("web.settings.name")} name="name" autocomplete="username webauthn" />
        <Field label={t("web.account.password")} name="password" autocomplete="current-password" />
        <button type="submit" disabled={doing.busy}>
          {t("web.account.in")}
        </button>
      </Form>
      <Recover entered={entered} />
    </section>
  );
}

function Recover({ entered }: Pick<SignInProps, "entered">): JSX.Element {
  const doing = useDoing();
  return (
    <details class="other-rules">
      <summary>{t("web.account.forgotten")}</summary>
      <Form
        doing={doing}
        label={t("web.account.recover")}
        submit={async (read) =>
          entered(await account.recover(read("name"), read("code"), read("password")))
        }
      >
        <Field label={t("web.settings.name")} name="name" autocomplete="username" />
        <Field label={t("web.account.code")} name="code" autocomplete="off" />
        <Field
          label={t("web.account.new_password")}
          name="password"
          autocomplete="new-password"
          note={t("web.account.password.note")}
        />
        <button type="submit" disabled={doing.busy}>
          {t("web.account.recover")}
        </button>
      </Form>
    </details>
  );
}
