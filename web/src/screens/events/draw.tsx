/** The cards of a round: what was published before, what was drawn, and how anybody checks it. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isDrawnRight } from "../../game/event-draw";
import type { EventShown, RoundShown } from "../../generated/messages";
import { playableCards } from "../../net/decks";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { gameIn } from "./said";

const worth = () => import("../analysis/ballot").then((file) => file.DrawnBallot);

interface Props {
  readonly event: EventShown;
  readonly round: RoundShown;
}

export function Draw({ event, round }: Props): JSX.Element {
  const drawn = new Map(round.boards.flatMap(({ card }) => (card ? [[card.code, card]] : [])));
  const only = drawn.size === 1 ? [...drawn.values()][0] : undefined;
  const { right, lots } = useCheck(event, round);
  const lines = Object.entries(round.contributions);
  const deck = event.settings.ballots?.deck ?? "english-3move";
  return (
    <details class="more-terms draw">
      <summary>
        {only
          ? t("web.match.card", { card: `${only.code} ${only.moves.join(" ")}` })
          : t("web.event.draw")}
      </summary>
      <div class="panel-body">
        {only && only.name !== "" && <p>{only.name}</p>}
        {/* Nobody who still plays from it is told what it is worth. */}
        {only && round.over && (
          <Later load={worth} props={{ deck, code: only.code }} failed={() => <></>} />
        )}
        {right !== null && (
          <p class={right ? "good check" : "bad check"} role="status">
            <Icon name={right ? "check" : "close"} />
            {t(right ? "web.event.draw.good" : "web.event.draw.bad")}
          </p>
        )}
        <dl class="facts">
          <dt>{t("web.lots.committed")}</dt>
          <dd>
            <code>{round.commitment}</code>
          </dd>
          <dt>{t("web.lots.seed")}</dt>
          <dd>{round.seed ? <code>{round.seed}</code> : t("web.lots.secret")}</dd>
          <dt>{t("web.event.draw.lines")}</dt>
          <dd>
            {lines.length === 0
              ? t("web.event.draw.lines.none")
              : lines.map(([name, text]) => (
                  <span key={name}>{`${playerName(name)}: ${text}`}</span>
                ))}
          </dd>
        </dl>
        {round.seed && lots > 0 && (
          <>
            <p>{t("web.event.draw.how")}</p>
            <code class="recipe">
              {`printf 'crownhead draw 1\\ndeck ${deck}\\nlots ${lots}\\nseed ${round.seed}\\n' | sha256sum`}
            </code>
          </>
        )}
        <p class="quiet">{t("web.event.draw.check")}</p>
      </div>
    </details>
  );
}

interface Check {
  /** Null where this page cannot tell. */
  readonly right: boolean | null;
  /** How many cards can be drawn. */
  readonly lots: number;
}

/** Draw the cards once more on this device. */
function useCheck(event: EventShown, round: RoundShown): Check {
  const [check, setCheck] = useState<Check>({ right: null, lots: 0 });
  const { ballots } = event.settings;
  useEffect(() => {
    if (!ballots || !round.seed) return undefined;
    let wanted = true;
    const before = event.rounds.filter(({ number }) => number < round.number);
    playableCards(gameIn(event.settings).key, ballots.deck ?? "english-3move").then(
      (cards) => {
        const right = isDrawnRight(ballots, round, before, cards);
        if (wanted) setCheck({ right, lots: cards.length });
      },
      () => {
        // Without the deck there is nothing to check against.
      },
    );
    return () => void (wanted = false);
  }, [event.event, round.number, round.seed]);
  return check;
}
