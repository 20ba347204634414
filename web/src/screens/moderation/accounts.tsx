/** Accounts by name, and how one that is in wrong hands is signed out everywhere. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AccountSummary } from "../../generated/messages";
import { moderation } from "../../net/moderation";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { date } from "../account/date";
import { Failed, Field, Form, useDoing } from "../account/form";
import { Evidence } from "./evidence";

export function Accounts(): JSX.Element {
  const doing = useDoing();
  const [found, setFound] = useState<readonly AccountSummary[] | null>(null);
  return (
    <section class="panel" aria-label={t("web.moderation.accounts")}>
      <h2>{t("web.moderation.accounts")}</h2>
      <Form
        doing={doing}
        label={t("web.moderation.find")}
        submit={async (read) => setFound(await moderation.find(read("name").trim()))}
      >
        <Field label={t("web.moderation.name")} name="name" autocomplete="off" />
        <button type="submit" disabled={doing.busy}>
          {t("web.moderation.find")}
        </button>
      </Form>
      {found?.length === 0 && <p role="status">{t("web.moderation.find.none")}</p>}
      <ul class="kept">
        {(found ?? []).map((each) => (
          <Row key={each.player} account={each} />
        ))}
      </ul>
    </section>
  );
}

function Row({ account }: { readonly account: AccountSummary }): JSX.Element {
  const { player, name, role, created } = account;
  const doing = useDoing();
  const [asked, ask] = useState(false);
  const [ended, setEnded] = useState(false);
  const end = async (): Promise<void> => {
    await moderation.endSessions(player);
    setEnded(true);
  };
  return (
    <li>
      <span>
        <a href={href("player", name)}>{name}</a>
        <small class="quiet">
          {t(`web.moderation.role.${role}`)}, {t("web.account.made", { date: date(created) })}
        </small>
      </span>
      {ended ? (
        <span class="chip" role="status">
          {t("web.moderation.ended")}
        </span>
      ) : (
        <button
          type="button"
          disabled={doing.busy}
          onClick={() => (asked ? void doing.run(end) : ask(true))}
        >
          {t(asked ? "web.moderation.end.sure" : "web.moderation.end")}
        </button>
      )}
      <Failed doing={doing} />
      <Evidence player={player} />
    </li>
  );
}
