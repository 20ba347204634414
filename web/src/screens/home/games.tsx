/** What was begun before, on this device and at the server: games to go on with, and finished ones. */

import type { ComponentChildren, JSX } from "preact";
import { signal, type Signal } from "@preact/signals";
import { useLayoutEffect, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOfView } from "../../game/variants";
import { kept, remove, taken } from "../../net/device";
import { href } from "../../state/route";
import { hasOwnEvent } from "../../state/own-event";
import { STEPS_DONE, storedRecord } from "../../state/storage";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { cards, isDailyCard, isMine, leftIn, presses, rivalOf, useCards, type Card } from "./cards";

const leave = () => import("../letters/leave").then((file) => file.LeaveSheet);
const ownEvent = () => import("../../parts/own-event").then((file) => file.OwnEvent);
const courses = () => import("../courses/left").then((file) => file.CoursesLeft);

/** Games listed before somebody asks for all of them. */
const FEW = 4;

/** What is opened of the lists stays so while one looks at a game, and when a list comes anew. */
const opened = { finished: signal(false), allOpen: signal(false), allFinished: signal(false) };

/** How far the first screen was scrolled when it was left for a game, in pixels. */
let place = 0;

export function Games(): JSX.Element {
  useCards();
  useLayoutEffect(() => {
    scrollTo(0, place);
    return () => void (place = scrollY);
  }, []);
  const { open, finished, here, away } = cards.value;
  const damaged = kept.value?.damaged ?? [];
  const learns = Object.keys(storedRecord(STEPS_DONE)).length > 0;
  // The first stands on the board above; one that the server refused, with the reason, here too.
  const others = open.filter((card, at) => at > 0 || ("handed" in card && card.declined));
  return (
    <section class="unfinished">
      <p class="offline" role="status">
        {away && t("web.offline")}
      </p>
      {hasOwnEvent() && <Later load={ownEvent} props={{}} />}
      {others.length + damaged.length > 0 && <h2>{t("web.unfinished")}</h2>}
      <Rows cards={others} all={opened.allOpen}>
        {(card) => <Turn card={card} />}
      </Rows>
      {open.some(isDailyCard) && <TakeLeave />}
      <ul class="list">
        {damaged.map(({ game, sentence }) => (
          <li key={game} class="stuck">
            <span>{sentence}</span>
            {game && <Remove game={game} />}
          </li>
        ))}
      </ul>
      {learns && <Later load={courses} props={{}} />}
      {finished.length > 0 && (
        <details
          class="finished"
          open={opened.finished.value}
          onToggle={(event) => (opened.finished.value = event.currentTarget.open)}
        >
          <summary>{t("web.finished", { n: finished.length })}</summary>
          <Rows cards={finished} all={opened.allFinished}>
            {(card) => <Result card={card} />}
          </Rows>
          <a class="running" href={href("player", "")}>
            {t("web.history.own")}
            <Icon name="forward" />
          </a>
        </details>
      )}
      {here && kept.value?.kept === false && <p class="quiet">{t("web.device.fleeting")}</p>}
      <p class="quiet" role="status">
        {taken.value > 0 && t("web.device.handed", { n: taken.value })}
      </p>
    </section>
  );
}

/** Whose move it is, where that is not the computer. */
export function Turn({ card }: { readonly card: Card }): JSX.Element | null {
  const left = leftIn(card);
  if (isMine(card) && !card.you[1]) {
    return (
      <span class={presses(card) ? "chip urgent" : "chip"}>
        {left ? `${t("web.your_turn")} · ${left}` : t("web.your_turn")}
      </span>
    );
  }
  const player = card.turn && card.players[card.turn];
  if (!player || player.kind === "engine") return null;
  const theirs = t("web.their_turn", { name: playerName(player.name) });
  return <span class="chip waits">{left ? `${theirs} · ${left}` : theirs}</span>;
}

/** Leave is for all games over days at once, so it is taken beside their list. */
function TakeLeave(): JSX.Element {
  const [asked, ask] = useState(false);
  return (
    <>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={() => ask(true)}>
        {t("web.leave")}
      </button>
      {asked && <Later load={leave} props={{ close: () => ask(false) }} />}
    </>
  );
}

interface RowsProps {
  readonly cards: readonly Card[];
  /** Whether all of them are shown. */
  readonly all: Signal<boolean>;
  readonly children: (card: Card) => ComponentChildren;
}

/** A few of the games, and all of them on demand. */
function Rows({ cards, all, children }: RowsProps): JSX.Element {
  const shown = all.value ? cards : cards.slice(0, FEW);
  return (
    <>
      <ul class="list">
        {shown.map((card) => (
          <Row card={card} key={card.game}>
            {children(card)}
          </Row>
        ))}
      </ul>
      {shown.length < cards.length && (
        <button type="button" class="plain" onClick={() => (all.value = true)}>
          {t("web.games.all", { n: cards.length })}
        </button>
      )}
    </>
  );
}

interface RowProps {
  readonly card: Card;
  readonly children: ComponentChildren;
}

function Row({ card, children }: RowProps): JSX.Element {
  const local = "handed" in card ? card : null;
  // Nobody else wants it: a game that the server refused, or a round that only this device knows.
  const removable = local?.declined || (local?.stays && local.result !== null);
  return (
    <li class={removable ? "stuck" : ""}>
      <a href={href("g", card.game)}>
        <span class="what">
          <strong>{rivalOf(card)}</strong>
          <small>
            {gameName(gameOfView(card.variant, card.house))}
            {local && ` · ${t("web.device")}`}
          </small>
          {local?.declined && <small>{local.declined}</small>}
        </span>
        {children}
      </a>
      {removable && <Remove game={card.game} />}
    </li>
  );
}

function Remove({ game }: { readonly game: string }): JSX.Element {
  return (
    <button type="button" onClick={() => void remove(game)}>
      {t("web.device.remove")}
    </button>
  );
}

function Result({ card: { result, you } }: { readonly card: Card }): JSX.Element {
  const winner = result === "1-0" ? "white" : result === "0-1" ? "black" : null;
  if (!winner) return <span class="chip drawn">{t("web.result.draw")}</span>;
  if (you.length > 1) {
    return <span class="chip">{t("web.result.side", { side: t(`color.${winner}`) })}</span>;
  }
  const kind = you.includes(winner) ? "won" : "lost";
  return <span class={`chip ${kind}`}>{t(`web.result.${kind}`)}</span>;
}
