/** Signing in with what another device of one's own has shown. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { account } from "../../net/account";
import { Problem } from "../../parts/problem";
import { replace } from "../../state/route";
import { t } from "../../text/language";
import { sentenceOf } from "../home/begin";
import { Failed, useDoing } from "./form";

/** Nobody is signed in by a link alone: it may be somebody else's. */
export function ByPass({ code }: { readonly code: string }): JSX.Element {
  const doing = useDoing();
  const [name, setName] = useState("");
  const [failed, setFailed] = useState("");
  useEffect(() => {
    account.ownerOf(code).then(
      (owner) => setName(owner.name),
      (error: unknown) => setFailed(sentenceOf(error)),
    );
  }, [code]);
  const enter = async (): Promise<void> => {
    await account.signInByPass(code);
    replace("account");
    location.reload();
  };
  return (
    <section class="panel">
      <Problem>{failed}</Problem>
      {name && (
        <>
          <p>{t("web.account.pass.ask")}</p>
          <button
            type="button"
            class="main big"
            disabled={doing.busy}
            onClick={() => void doing.run(enter)}
          >
            {t("web.account.pass.enter", { name })}
          </button>
          <Failed doing={doing} />
        </>
      )}
    </section>
  );
}
