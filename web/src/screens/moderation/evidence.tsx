/** How a player's moves compare with an engine's: evidence for a person who decides. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FairPlayEvidence } from "../../generated/messages";
import { moderation } from "../../net/moderation";
import { decimal } from "../../text/decimal";
import { language, t } from "../../text/language";
import { Failed, useDoing } from "../account/form";

const KINDS = ["easy", "hard"] as const;

export function Evidence({ player }: { readonly player: string }): JSX.Element {
  const doing = useDoing();
  const control = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState("");
  const [found, setFound] = useState<FairPlayEvidence | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const look = async (): Promise<void> => {
    control.current = new AbortController();
    for await (const line of moderation.evidence(player, control.current.signal)) {
      if (line.t === "refused") throw new Error(line.sentence);
      if (line.t === "evidence") setFound(line);
      else
        setProgress(t("web.moderation.evidence.progress", { done: line.done, total: line.total }));
    }
  };
  return (
    <div class="evidence">
      {found ? (
        <Found found={found} />
      ) : (
        <button type="button" disabled={doing.busy} onClick={() => void doing.run(look)}>
          {t("web.moderation.evidence")}
        </button>
      )}
      {doing.busy && <span role="status">{progress}</span>}
      <Failed doing={doing} />
    </div>
  );
}

function Found({ found }: { readonly found: FairPlayEvidence }): JSX.Element {
  if (!found.games) return <p role="status">{t("web.moderation.evidence.none")}</p>;
  const number = (value: number | null): string =>
    value === null ? "–" : decimal(value, language.value);
  const { forced_seconds: forced, choice_seconds: choice } = found;
  return (
    <>
      <p role="status">
        {t(`web.moderation.evidence.${found.listed ? "listed" : "usual"}`, {
          deviation: (found.deviation > 0 ? "+" : "") + number(found.deviation),
        })}
      </p>
      <table>
        <caption>
          {t("web.moderation.evidence.games", { n: found.games, rating: found.rating })}
          {found.bot && ` ${t("web.moderation.evidence.bot")}`}
        </caption>
        <thead>
          <tr>
            {(["kind", "choices", "agreed", "cost"] as const).map((key) => (
              <th key={key} scope="col">
                {t(`web.moderation.evidence.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => {
            const one = found[kind];
            return (
              <tr key={kind}>
                <th scope="row">{t(`web.moderation.evidence.${kind}`)}</th>
                <td>{one.choices}</td>
                <td>
                  {t("web.moderation.evidence.of", {
                    found: String(one.agreed),
                    expected: number(one.expected),
                  })}
                </td>
                <td>
                  {t("web.moderation.evidence.of", {
                    found: number(one.cost),
                    expected: number(one.expected_cost),
                  })}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {forced !== null && choice !== null && (
        <p class="quiet">
          {t("web.moderation.evidence.times", { forced: number(forced), choice: number(choice) })}
        </p>
      )}
      <p class="quiet">{t("web.moderation.evidence.note")}</p>
    </>
  );
}
