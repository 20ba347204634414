/** One thing that was reported, with what was said around it, and what can be decided about it. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ReportedTalk, Ruling } from "../../generated/messages";
import { moderation } from "../../net/moderation";
import { Choices } from "../../parts/choices";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { date } from "../account/date";
import { Failed, useDoing } from "../account/form";

/** Days of silence there are to choose from. */
const SILENCE = ["1", "7", "30", "365"] as const;
type Days = (typeof SILENCE)[number];

interface Props {
  readonly report: ReportedTalk;
  readonly decided: () => void;
}

export function Report({ report, decided }: Props): JSX.Element {
  const author = report.author_name || t("web.moderation.guest");
  return (
    <li aria-label={author}>
      <p>
        <strong>{t(`web.talk.ground.${report.ground}`)}</strong>{" "}
        {report.author_name ? <a href={href("player", author)}>{author}</a> : author}{" "}
        <small class="quiet">{date(report.at)}</small>
      </p>
      <ol class="said-there">
        {report.context.map((one) => (
          <li
            key={one.id}
            class={one.mine ? "theirs" : ""}
            aria-current={one.id === report.said ? "true" : undefined}
          >
            <bdi>{one.phrase ? t(`web.talk.${one.phrase}`) : one.text}</bdi>
          </li>
        ))}
      </ol>
      <p>
        <a href={href("g", report.game)}>{t("web.moderation.game")}</a>
      </p>
      {report.trail.length > 0 && <Trail trail={report.trail} />}
      <Decide report={report} decided={decided} />
    </li>
  );
}

/** What was decided about the same player before. */
function Trail({ trail }: Pick<ReportedTalk, "trail">): JSX.Element {
  return (
    <details>
      <summary>{t("web.moderation.trail", { n: trail.length })}</summary>
      <ul>
        {trail.map(({ at, deed }) => (
          <li key={at}>{t("web.moderation.deed", { date: date(at), deed: deedName(deed) })}</li>
        ))}
      </ul>
    </details>
  );
}

function Decide({ report, decided }: Props): JSX.Element {
  const doing = useDoing();
  const [days, setDays] = useState<Days>("7");
  const decide = (ruling: Ruling): void =>
    void doing.run(async () => {
      await moderation.decide(report.id, ruling);
      decided();
    });
  return (
    <>
      <div class="row">
        <button type="button" disabled={doing.busy} onClick={() => decide({ verdict: "dismiss" })}>
          {t("web.moderation.dismiss")}
        </button>
        <button type="button" disabled={doing.busy} onClick={() => decide({ verdict: "warn" })}>
          {t("web.moderation.warn")}
        </button>
      </div>
      <Choices
        legend={t("web.moderation.silence")}
        options={SILENCE.map((value) => [value, t("web.moderation.days", { n: Number(value) })])}
        value={days}
        change={setDays}
      />
      <button
        type="button"
        class="main"
        disabled={doing.busy}
        onClick={() => decide({ verdict: "mute", days: Number(days) })}
      >
        {t("web.moderation.mute")}
      </button>
      <Failed doing={doing} />
    </>
  );
}

/** How a moderator's deed is called. */
function deedName(deed: string): string {
  switch (deed) {
    case "talk_dismiss":
      return t("web.moderation.deed.dismissed");
    case "talk_warn":
      return t("web.moderation.deed.warned");
    case "talk_mute":
      return t("web.moderation.deed.muted");
    case "end_sessions":
      return t("web.moderation.deed.signed_out");
    case "role":
      return t("web.moderation.deed.role");
    default:
      return deed;
  }
}
