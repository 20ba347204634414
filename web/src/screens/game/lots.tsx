/** The lots of a game: what was drawn, and what this device has checked about it. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Lot } from "../../generated/messages";
import { witnessedOf } from "../../game/commitments";
import {
  checksOf,
  commitmentOf,
  lineOf,
  lotOf,
  namesIn,
  textOf,
  verdictOf,
  type Check,
  type DeckCard,
  type Finding,
} from "../../game/lots";
import { calledName, drawnNames } from "../../game/naming";
import type { GameState, View } from "../../game/source";
import { playableCards } from "../../net/decks";
import { Icon, type IconName } from "../../parts/icon";
import { t, type Key } from "../../text/language";
import { half } from "./player";
import { hasComputer } from "../../game/coached";

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
              .map((name, at) => `${calledName(view.players, name)} ${half(match.score[at] ?? 0)}`)
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
function found(state: GameState, lot: Lot, cards: readonly DeckCard[]): readonly Check[] {
  const { game, view, you } = state;
  const [white, black] = [view.players.white, view.players.black];
  const applied = {
    white: white && lineOf(white.name),
    black: black && lineOf(black.name),
    names: namesOf(state).map(lineOf),
    you,
    seats: seatsOf(state, lot),
    card: view.match?.card ?? null,
    people: hasComputer(view) ? 1 : 2,
  };
  return checksOf(lot, witnessedOf(game, lot), applied, cards);
}

/** The seats of this device, as it was told before the draw. */
function seatsOf({ game, seats }: GameState, lot: Lot): readonly number[] {
  const told = witnessedOf(game, lot)?.seats ?? [];
  return told.length > 0 ? told : seats;
}

/** The names of those who have the seats, in their order. */
function namesOf({ log }: GameState): readonly string[] {
  return log.filter(({ kind }) => kind === "seated").map(({ name }) => String(name));
}

/** What the lots decided, by sides: names are not unique. */
function drawnSaid({ view, you }: GameState, lot: Lot): string {
  if (!lot.seed) return t("web.lots.drawing");
  if (lot.kind === "card") return t("web.lots.card.drawn", { card: lot.result });
  const [only, second] = you;
  if (only && !second) return t("web.lots.toss.you", { side: t(`color.${only}`) });
  return t("web.lots.toss.sides", drawnNames(view.players));
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

/** Who has which seat of a toss; in a toss of before its header says it. */
function Seats({ lot, state }: DrawProps): JSX.Element {
  const names = lot.header[1] ? namesIn(lot.header) : namesOf(state);
  const [own, second] = seatsOf(state, lot);
  return (
    <>
      <dt>{t("web.lots.seats")}</dt>
      {names.map((name, at) => (
        <dd key={at}>
          {at + 1}: {calledName(state.view.players, name)}
          {own === at + 1 && !second && ` (${t("web.lots.seats.own")})`}
        </dd>
      ))}
    </>
  );
}

/** The recipe with the inputs of this draw, for whoever wants to compute it elsewhere. */
function Recipe({ lot, state }: DrawProps): JSX.Element {
  const seen = witnessedOf(state.game, lot);
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
      {lot.kind === "toss" && <Seats lot={lot} state={state} />}
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
