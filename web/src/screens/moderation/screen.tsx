/** The moderators' page: what was reported, whom a look is worth, and accounts in wrong hands. */

import "../../styles/account.css";
import "./moderation.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AccountShown, OneSidedPair, ReportedTalk } from "../../generated/messages";
import { account } from "../../net/account";
import { moderation } from "../../net/moderation";
import { Problem } from "../../parts/problem";
import { href } from "../../state/route";
import { decimal } from "../../text/decimal";
import { language, t } from "../../text/language";
import { useDoing } from "../account/form";
import { sentenceOf } from "../home/begin";
import { Page } from "../page";
import { Accounts } from "./accounts";
import { Report } from "./report";

const ROLES: readonly string[] = ["moderator", "administrator"];

export function ModerationScreen(): JSX.Element {
  const [shown, setShown] = useState<AccountShown | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    account.shown().then(setShown, (error: unknown) => setFailed(sentenceOf(error)));
  }, []);
  const may = ROLES.includes(shown?.account?.role ?? "");
  return (
    <Page title={t("web.moderation")} up={href("account")}>
      {failed && (
        <section class="panel bad" role="alert">
          {failed}
        </section>
      )}
      {shown && !may && <section class="panel">{t("web.moderation.no_right")}</section>}
      {may && (
        <>
          <Reports />
          <Pairs />
          <Accounts />
        </>
      )}
    </Page>
  );
}

/** What was reported and nobody has decided about. */
function Reports(): JSX.Element {
  const doing = useDoing();
  const [reports, setReports] = useState<readonly ReportedTalk[] | null>(null);
  const load = async (): Promise<void> => setReports(await moderation.reports());
  useEffect(() => void doing.run(load), []);
  return (
    <section class="panel" aria-label={t("web.moderation.reports")}>
      <h2>{t("web.moderation.reports")}</h2>
      <Problem>{doing.failed}</Problem>
      {reports?.length === 0 && <p class="quiet">{t("web.moderation.reports.none")}</p>}
      <ul class="reports">
        {(reports ?? []).map((report) => (
          <Report key={report.id} report={report} decided={() => void doing.run(load)} />
        ))}
      </ul>
    </section>
  );
}

interface NamedProps {
  /** Empty: the account is deleted. */
  readonly name: string;
  readonly bot: boolean;
}

function Named({ name, bot }: NamedProps): JSX.Element {
  if (!name) return <em>{t("web.moderation.gone")}</em>;
  return (
    <>
      <a href={href("player", name)}>{name}</a>
      {bot && <span class="bot">{t("web.bot")}</span>}
    </>
  );
}

/** Pairs of whom one loses rated games to the other too often. */
function Pairs(): JSX.Element {
  const [pairs, setPairs] = useState<readonly OneSidedPair[] | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    moderation.pairs().then(setPairs, (error: unknown) => setFailed(sentenceOf(error)));
  }, []);
  return (
    <section class="panel" aria-label={t("web.moderation.pairs")}>
      <h2>{t("web.moderation.pairs")}</h2>
      <p class="quiet">{t("web.moderation.pairs.note")}</p>
      <Problem>{failed}</Problem>
      {pairs?.length === 0 && <p class="quiet">{t("web.moderation.pairs.none")}</p>}
      <ul class="kept">
        {(pairs ?? []).map(({ winner, loser, games, points, ...of }, index) => (
          <li key={index}>
            <span>
              <span>
                <Named name={winner} bot={of.winner_bot} /> :{" "}
                <Named name={loser} bot={of.loser_bot} />
              </span>
              <small class="quiet">
                {t("web.moderation.pair.score", {
                  points: decimal(points, language.value),
                  n: games,
                })}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
