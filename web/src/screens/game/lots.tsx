/** The lots of a game: what was drawn, and what this device has checked about it. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Lot } from "../../generated/messages";
import { witnessed } from "../../game/commitments";
import {
  checksOf,
  commitmentOf,
  lineOf,
  lotOf,
  textOf,
  verdictOf,
  type Check,
  type DeckCard,
  type Finding,
} from "../../game/lots";
import type { GameState, View } from "../../game/source";
import { playableCards } from "../../net/decks";
import { Icon, type IconName } from "../../parts/icon";
import { t, type Key } from "../../text/language";
import { playerName } from "../../text/names";
import { half } from "./player";

const SIGNS: Readonly<Record<Finding, IconName>> = { good: "check", bad: "close", unknown: "why" };

export function Lots({ state }: { readonly state: GameState }): JSX.Element | null {
  const { view } = state;
  const { match } = view;
  if (view.lots.length === 0 && !match) return null;
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
        <Draw state={state} lot={lot} key={lot.kind} />
      ))}
    </section>
  );
}

interface DrawProps {
  readonly state: GameState;
  readonly lot: Lot;
}

function Draw({ state, lot }: DrawProps): JSX.Element {
  const cards = useCards(state.view, lot);
  const checks = lot.seed && cards ? found(state, lot, cards) : null;
  return (
    <section class="draw" aria-label={t(`web.lots.${lot.kind}`)}>
      <h3>{t(`web.lots.${lot.kind}`)}</h3>
      <p>{drawnSaid(state, lot)}</p>
      {checks && <Checked checks={checks} />}
      <details>
        <summary>{t("web.lots.how")}</summary>
        <Recipe lot={lot} state={state} />
      </details>
    </section>
  );
}

/** The cards among which a lot chooses; a toss has none. Null until they are known. */
function useCards(view: View, lot: Lot): readonly DeckCard[] | null {
  const [cards, setCards] = useState<readonly DeckCard[] | null>(lot.kind === "toss" ? [] : null);
  const deck = lot.kind === "card" ? (lot.header[0] ?? "").replace(/^deck /, "") : "";
  useEffect(() => {
    if (!deck) return;
    playableCards(view.variant, deck).then(setCards, () => setCards([]));
  }, [view.variant, deck]);
  return cards;
}

/** What this device finds out about a lot that was drawn. */
function found({ game, view }: GameState, lot: Lot, cards: readonly DeckCard[]): readonly Check[] {
  const { white, black } = seatsOf(view);
  const engine = [view.players.white, view.players.black].some((each) => each?.kind === "engine");
  const card = view.match?.card ?? null;
  const applied = { white, black, card, people: engine ? 1 : 2 };
  return checksOf(lot, witnessed(game, lot), applied, cards);
}

/** The names with which this game began, as the lots write them. */
function seatsOf({ players }: View): { white: string | null; black: string | null } {
  const { white, black } = players;
  return { white: white && lineOf(white.name), black: black && lineOf(black.name) };
}

/** What the lots decided, by sides: names are not unique. */
function drawnSaid({ view, you }: GameState, lot: Lot): string {
  if (!lot.seed) return t("web.lots.drawing");
  if (lot.kind === "card") return t("web.lots.card.drawn", { card: lot.result });
  const [only, second] = you;
  if (only && !second) return t("web.lots.toss.you", { side: t(`color.${only}`) });
  const { white, black } = drawnFor(view, lot);
  return t("web.lots.toss.sides", { white: playerName(white), black: playerName(black) });
}

/** Who was drawn for each side: by the toss itself, and in older games by who plays it. */
function drawnFor(view: View, { header, sides = [] }: Lot): { white: string; black: string } {
  const names = header.slice(1).map((line) => line.slice(2));
  const [white, black] = [names[sides.indexOf("white")], names[sides.indexOf("black")]];
  if (white && black) return { white, black };
  const seats = seatsOf(view);
  return { white: seats.white ?? "", black: seats.black ?? "" };
}

function Checked({ checks }: { readonly checks: readonly Check[] }): JSX.Element {
  const verdict = verdictOf(checks);
  return (
    <>
      <p class={verdict === "bad" ? "bad" : "good"} role="status">
        <strong>{t(`web.lots.verdict.${verdict}`)}</strong>
      </p>
      <ul class="checks">
        {checks.map(({ about, finding }) => (
          <li class={finding} key={about}>
            <Icon name={SIGNS[finding]} />
            {t(`web.lots.${about}.${finding}` as Key)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The recipe with the inputs of this draw, for whoever wants to compute it elsewhere. */
function Recipe({ lot, state }: DrawProps): JSX.Element {
  const seen = witnessed(state.game, lot);
  const said = lot.contributions.map((line) => `contribution ${line}\n`).join("");
  return (
    <dl>
      <dt>{t("web.lots.committed")}</dt>
      <dd>
        <code>{lot.commitment}</code>
      </dd>
      {seen && (
        <>
          <dt>{t("web.lots.kept")}</dt>
          <dd>
            <code>{seen.commitment}</code>
          </dd>
        </>
      )}
      {seen?.own && (
        <>
          <dt>{t("web.lots.contributed")}</dt>
          <dd>
            <code>{seen.own}</code>
          </dd>
        </>
      )}
      {lot.seed ? (
        <>
          <dt>{t("web.lots.text")}</dt>
          <dd>
            <pre>{textOf(lot)}</pre>
            <code>SHA-256 = {commitmentOf(lot)}</code>
          </dd>
          <dt>{t("web.lots.lot", { n: lot.lots })}</dt>
          <dd>
            <pre>{`${textOf(lot)}${said}round 0\n`}</pre>
            <code>
              {t(lot.kind === "card" ? "web.lots.number.card" : "web.lots.number.toss", {
                n: lotOf(lot),
              })}
            </code>
          </dd>
        </>
      ) : (
        <>
          <dt>{t("web.lots.seed")}</dt>
          <dd>{t("web.lots.secret")}</dd>
        </>
      )}
    </dl>
  );
}
