/** What lets programs in: tokens, and the account that is a program's. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Account } from "../../generated/messages";
import { account as server } from "../../net/account";
import { t } from "../../text/language";
import { Confirm } from "./confirm";
import { date } from "./date";
import { Failed, Field, Form, useDoing } from "./form";

interface Props {
  readonly account: Account;
  readonly change: (account: Account) => void;
  readonly proven: (step: () => Promise<void>) => Promise<void>;
}

export function Programs({ account, change, proven }: Props): JSX.Element {
  const [token, setToken] = useState("");
  const doing = useDoing();
  const make = (name: string): Promise<void> =>
    proven(async () => {
      const made = await server.addToken(name, account.bot ? "play" : "read");
      setToken(made.token);
      change(made.account);
    });
  return (
    <details class="panel other-rules">
      <summary>{t("web.account.programs")}</summary>
      <div class="stack">
        <p>{t("web.account.programs.note")}</p>
        <Tokens account={account} change={change} />
        {token ? (
          <>
            <code class="secret">{token}</code>
            <small class="quiet">
              {t("web.account.token.once", { date: date(account.tokens[0]?.until ?? 0) })}
            </small>
          </>
        ) : (
          <Form
            doing={doing}
            label={t("web.account.token.make")}
            submit={(read) => make(read("token"))}
          >
            <Field label={t("web.account.token.name")} name="token" autocomplete="off" />
            <button type="submit" disabled={doing.busy}>
              {t("web.account.token.make")}
            </button>
          </Form>
        )}
        {account.bot ? <p>{t("web.account.bot")}</p> : <MakeBot change={change} proven={proven} />}
      </div>
    </details>
  );
}

function Tokens({ account, change }: Omit<Props, "proven">): JSX.Element {
  const doing = useDoing();
  return (
    <>
      <ul class="kept">
        {account.tokens.map((each) => (
          <li key={each.id}>
            <span>
              {each.name}
              <small class="quiet">
                {t("web.account.token.until", { date: date(each.until) })}
              </small>
            </span>
            <button
              type="button"
              class="plain"
              disabled={doing.busy}
              aria-label={t("web.account.token.remove", { name: each.name })}
              onClick={() => void doing.run(async () => change(await server.removeToken(each.id)))}
            >
              {t("web.account.remove")}
            </button>
          </li>
        ))}
      </ul>
      <Failed doing={doing} />
    </>
  );
}

function MakeBot({ change, proven }: Omit<Props, "account">): JSX.Element {
  const doing = useDoing();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" class="plain" onClick={() => setAsked(true)}>
        {t("web.account.bot.make")}
      </button>
      <Failed doing={doing} />
      {asked && (
        <Confirm
          title={t("web.account.bot.make")}
          sure={t("web.account.bot.make")}
          close={() => setAsked(false)}
          confirm={() => void doing.run(() => proven(async () => change(await server.makeBot())))}
        >
          <p>{t("web.account.bot.note")}</p>
        </Confirm>
      )}
    </>
  );
}
