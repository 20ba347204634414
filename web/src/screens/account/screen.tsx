/** The account: for a guest a way to one, for who has signed in all that is kept of it. */

import "../../styles/account.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AccountShown } from "../../generated/messages";
import { account, hasPasskeys } from "../../net/account";
import { preferences } from "../../state/preferences";
import type { Route } from "../../state/route";
import { Later } from "../../parts/later";
import { t } from "../../text/language";
import { sentenceOf } from "../home/begin";
import { Page } from "../page";
import { ByPass } from "./by-pass";
import { Enter } from "./enter";
import { Keep } from "./keep";

const link = () => import("../notifications/link").then((file) => file.LetterLink);
/** How links begin that stand in letters. */
const OF_LETTER = /^(mail|stop)-/;

export function AccountScreen({ route }: { readonly route: Route }): JSX.Element {
  const pass = route.screen === "account" ? route.pass : "";
  const [shown, setShown] = useState<AccountShown | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    account.shown().then(
      (found) => {
        setShown(found);
        preferences.account.value = found.account !== null;
      },
      (error: unknown) => setFailed(sentenceOf(error)),
    );
  }, []);
  if (OF_LETTER.test(pass)) {
    return (
      <Page title={t("web.notices")}>
        <Later key={pass} load={link} props={{ text: pass }} />
      </Page>
    );
  }
  const keys = Boolean(shown?.passkeys) && hasPasskeys();
  return (
    <Page title={t("web.account")}>
      {failed && (
        <section class="panel" role="alert">
          {failed}
        </section>
      )}
      {shown?.account && (
        <Keep
          account={shown.account}
          keys={keys}
          change={(changed) => setShown({ ...shown, account: changed })}
        />
      )}
      {shown && !shown.account && (pass ? <ByPass code={pass} /> : <Enter keys={keys} />)}
    </Page>
  );
}
