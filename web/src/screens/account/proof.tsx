/** A credential shown once more before something dangerous. */

import type { JSX } from "preact";
import type { Account } from "../../generated/messages";
import { account as server } from "../../net/account";
import { Dialog } from "../../parts/dialog";
import { t } from "../../text/language";
import { Failed, Field, Form, useDoing } from "./form";

interface Props {
  readonly account: Account;
  readonly keys: boolean;
  readonly close: () => void;
  readonly proved: (account: Account) => Promise<void>;
}

export function Proof({ account, keys, close, proved }: Props): JSX.Element {
  const doing = useDoing();
  return (
    <Dialog title={t("web.account.prove")} close={close}>
      <p>{t("web.account.prove.note")}</p>
      {keys && account.passkeys.length > 0 && (
        <button
          type="button"
          class="main"
          disabled={doing.busy}
          onClick={() => void doing.run(async () => proved(await server.proveByKey()))}
        >
          {t("web.account.prove.passkey")}
        </button>
      )}
      {account.password ? (
        <Form
          doing={doing}
          label={t("web.account.prove")}
          submit={async (read) => proved(await server.prove(read("password")))}
        >
          <Field
            label={t("web.account.password")}
            name="password"
            autocomplete="current-password"
          />
          <button type="submit" disabled={doing.busy}>
            {t("web.account.prove.do")}
          </button>
        </Form>
      ) : (
        <Failed doing={doing} />
      )}
    </Dialog>
  );
}
