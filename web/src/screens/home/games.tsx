/** What was begun before, on this device and at the server: games to go on with, and finished ones. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../generated/messages";
import { gameOfView } from "../../game/variants";
import { gather, kept, remove, taken } from "../../net/device";
import { connection, server } from "../../net/server";
import type { LocalCard } from "../../offline/messages";
import { gameName } from "../../parts/game-picker";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";

/** Games listed of each place. */
const MOST = 5;
const MOST_FINISHED = 30;

type Card = GameCard | LocalCard;

export function Games(): JSX.Element {
  const [there, setThere] = useState<readonly GameCard[]>([]);
  // While games change their place the list may be empty for a moment.
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => {
    void gather();
    return () => (taken.value = 0);
  }, []);
  useEffect(() => {
    server
      .me()
      .then((me) => setThere(me.games))
      .catch(() => setThere([]));
  }, [connection.welcome.value, taken.value]);
  // What the server has taken is told by the server.
  const here = kept.value?.games.filter(({ handed }) => handed === null) ?? [];
  const damaged = kept.value?.damaged ?? [];
  const open: readonly Card[] = [
    ...here.filter(isOpen).slice(0, MOST),
    ...there.filter(isOpen).slice(0, MOST),
  ];
  const finished = [...here, ...there]
    .filter(({ result }) => result !== null)
    .sort((one, two) => two.created - one.created)
    .slice(0, MOST_FINISHED);
  if (open.length + finished.length + damaged.length + taken.value === 0) {
    return <div class="unfinished" />;
  }
  return (
    <section class="unfinished">
      {open.length + damaged.length > 0 && <h2>{t("web.unfinished")}</h2>}
      <ul class="list">
        {open.map((card) => (
          <Row card={card} key={card.game}>
            {isMine(card) && <span class="chip">{t("web.your_turn")}</span>}
          </Row>
        ))}
        {damaged.map(({ game, sentence }) => (
          <li key={game} class="stuck">
            <span>{sentence}</span>
            {game && <Remove game={game} />}
          </li>
        ))}
      </ul>
      {finished.length > 0 && (
        <details
          class="finished"
          open={unfolded}
          onToggle={(event) => setUnfolded(event.currentTarget.open)}
        >
          <summary>{t("web.finished", { n: finished.length })}</summary>
          <ul class="list">
            {finished.map((card) => (
              <Row card={card} key={card.game}>
                <span class="chip">{resultOf(card)}</span>
              </Row>
            ))}
          </ul>
        </details>
      )}
      {here.length > 0 && kept.value?.kept === false && (
        <p class="quiet">{t("web.device.fleeting")}</p>
      )}
      <p class="quiet" role="status">
        {taken.value > 0 && t("web.device.handed", { n: taken.value })}
      </p>
    </section>
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

function isOpen({ result, phase }: Card): boolean {
  return result === null && phase !== "aborted";
}

function isMine({ turn, you }: Card): boolean {
  return turn !== null && you.includes(turn);
}

/** The other one; both where they share this device. */
function rivalOf({ you, players: { white, black } }: Card): string {
  const shown = you.length > 1 ? [white, black] : [you[0] === "white" ? black : white];
  return shown.map(nameOf).join(" – ");
}

function nameOf(player: GameCard["players"]["white"]): string {
  if (!player) return t("web.seat.free");
  if (player.kind === "engine") return t("web.level.of", { n: player.level ?? 0 });
  return playerName(player.name);
}

function resultOf({ result, you }: Card): string {
  const winner = result === "1-0" ? "white" : result === "0-1" ? "black" : null;
  if (!winner) return t("web.result.draw");
  if (you.length > 1) return t("web.result.side", { side: t(`color.${winner}`) });
  return t(you.includes(winner) ? "web.result.won" : "web.result.lost");
}
