/** The lots of a game: what was drawn, and the proof that nobody chose. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Lot } from "../../generated/messages";
import type { View } from "../../game/source";
import { t } from "../../text/language";
import { commitmentOf } from "../../game/lots";
import { playerName } from "../../text/names";
import { half } from "./player";

export function Lots({ view }: { readonly view: View }): JSX.Element | null {
  if (view.lots.length === 0 && !view.match) return null;
  const { match } = view;
  return (
    <section class="lots">
      {match?.card && (
        <>
          <h3>{t("web.match.card", { card: match.card.name || match.card.code })}</h3>
          <p class="card">{match.card.moves.join("  ")}</p>
          <p>
            {match.players
              .map((name, index) => `${playerName(name)} ${half(match.score[index] ?? 0)}`)
              .join(" : ")}
          </p>
        </>
      )}
      {view.lots.map((lot) => (
        <Proof lot={lot} key={lot.kind} />
      ))}
    </section>
  );
}

function Proof({ lot }: { readonly lot: Lot }): JSX.Element {
  const [fits, setFits] = useState<boolean | null>(null);
  useEffect(() => {
    if (lot.seed)
      void commitmentOf(lot).then((found) =>
        setFits(found === "" ? null : found === lot.commitment),
      );
  }, [lot]);
  return (
    <details open>
      <summary>{t(lot.kind === "toss" ? "web.lots.toss" : "web.lots.card")}</summary>
      <dl>
        <dt>{t("web.lots.result")}</dt>
        <dd>{lot.result ? playerName(lot.result) : "…"}</dd>
        <dt>{t("web.lots.commitment")}</dt>
        <dd>
          <code>{lot.commitment}</code>
        </dd>
        {lot.contributions.length > 0 && (
          <>
            <dt>{t("web.lots.contributions")}</dt>
            <dd>{lot.contributions.join(", ")}</dd>
          </>
        )}
        <dt>{t("web.lots.seed")}</dt>
        <dd>
          <code>{lot.seed || t("web.lots.secret")}</code>
        </dd>
      </dl>
      {fits !== null && (
        <p class={fits ? "good" : "bad"}>{t(fits ? "web.lots.fits" : "web.lots.wrong")}</p>
      )}
    </details>
  );
}
