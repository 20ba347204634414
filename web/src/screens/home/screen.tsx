/** The first screen: one question, and what was begun before. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../generated/messages";
import { gameOf, gameOfView } from "../../game/variants";
import { GameChip, gameName } from "../../parts/game-picker";
import { Icon, type IconName } from "../../parts/icon";
import { useTitle } from "../../parts/use-title";
import { StillBoard } from "../../parts/still-board";
import { gather, kept, remove, taken } from "../../net/device";
import { connection, server } from "../../net/server";
import type { LocalCard } from "../../offline/messages";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { catalogue, language, t } from "../../text/language";
import { playerName } from "../../text/names";
import { Setup, type Rival } from "./setup";

/** Games listed of each place. */
const MOST = 5;

export function HomeScreen(): JSX.Element {
  const [rival, setRival] = useState<Rival | null>(null);
  const game = gameOf(preferences.game.value);
  // The board is drawn before the texts have come.
  const ready = catalogue.value !== null;
  useTitle("");
  const choice = (icon: IconName, which: Rival): JSX.Element => (
    <button
      type="button"
      class="rival"
      onClick={() => (which === "online" ? go("lobby") : setRival(which))}
    >
      <Icon name={icon} />
      <span>
        <strong>{t(`web.rival.${which}`)}</strong>
        <small>{t(`web.rival.${which}.note`)}</small>
      </span>
    </button>
  );
  return (
    <main class="home">
      <header class="top">
        <span class="brand">crownhead</span>
        <span class="tools" hidden={!ready}>
          <button
            type="button"
            class="plain"
            lang={language.value === "de" ? "en" : "de"}
            onClick={() => (preferences.language.value = language.value === "de" ? "en" : "de")}
          >
            {language.value === "de" ? "English" : "Deutsch"}
          </button>
          <a class="plain round" href={href("settings")} aria-label={t("web.settings")}>
            <Icon name="settings" />
          </a>
        </span>
      </header>
      <div class="hero" aria-hidden="true">
        <StillBoard game={game} letters={game.start} label={gameName(game)} below={game.first} />
      </div>
      {ready && (
        <section class="ask">
          <h1>{t("web.play")}</h1>
          <GameChip />
          <div class="rivals">
            {choice("computer", "computer")}
            {choice("friend", "friend")}
            {choice("online", "online")}
          </div>
          <nav class="more" aria-label={t("web.more")}>
            <a href={href("rules")}>
              <Icon name="rules" />
              {t("web.rules")}
            </a>
            <a href={href("edit", game.id)}>
              <Icon name="edit" />
              {t("web.editor")}
            </a>
            <a href={href("house")}>
              <Icon name="house" />
              {t("web.house")}
            </a>
          </nav>
          <Unfinished />
        </section>
      )}
      {rival && <Setup rival={rival} close={() => setRival(null)} />}
    </main>
  );
}

/** Games that were begun and not ended, on this device and on the server. */
function Unfinished(): JSX.Element {
  const [there, setThere] = useState<readonly GameCard[]>([]);
  useEffect(() => {
    void gather();
    return () => (taken.value = 0);
  }, []);
  useEffect(() => {
    server
      .me()
      .then((me) => setThere(me.games.filter((card) => card.result === null).slice(0, MOST)))
      .catch(() => setThere([]));
  }, [connection.welcome.value, taken.value]);
  const here = kept.value?.games.filter(remains).slice(0, MOST) ?? [];
  const damaged = kept.value?.damaged ?? [];
  const cards: readonly (GameCard | LocalCard)[] = [...here, ...there];
  if (cards.length + damaged.length + taken.value === 0) return <div class="unfinished" />;
  return (
    <section class="unfinished">
      {cards.length + damaged.length > 0 && <h2>{t("web.unfinished")}</h2>}
      <ul class="list">
        {cards.map((card) => {
          const game = gameOfView(card.variant, card.house);
          const mine = card.turn !== null && card.you.includes(card.turn);
          const declined = "declined" in card ? card.declined : null;
          return (
            <li key={card.game} class={declined ? "stuck" : ""}>
              <a href={href("g", card.game)}>
                <span class="what">
                  <strong>{rivalOf(card)}</strong>
                  <small>
                    {gameName(game)}
                    {"handed" in card && ` · ${t("web.device")}`}
                  </small>
                  {declined && <small>{declined}</small>}
                </span>
                {mine && <span class="chip">{t("web.your_turn")}</span>}
              </a>
              {declined && <Remove game={card.game} />}
            </li>
          );
        })}
        {damaged.map(({ game, sentence }) => (
          <li key={game} class="stuck">
            <span>{sentence}</span>
            {game && <Remove game={game} />}
          </li>
        ))}
      </ul>
      {here.length > 0 && kept.value?.kept === false && (
        <p class="quiet">{t("web.device.fleeting")}</p>
      )}
      <p class="quiet" role="status">
        {taken.value > 0 && t("web.device.handed", { n: taken.value })}
      </p>
    </section>
  );
}

/** Takes a game off this device that nobody else wants. */
function Remove({ game }: { readonly game: string }): JSX.Element {
  return (
    <button type="button" onClick={() => void remove(game)}>
      {t("web.device.remove")}
    </button>
  );
}

/** Whether a game of this device goes on here, or was not wanted at the server. */
function remains(card: LocalCard): boolean {
  const open = card.result === null && card.phase !== "aborted";
  return card.handed === null && (open || card.declined !== null);
}

function rivalOf(card: GameCard): string {
  const side = card.you[0] === "white" ? "black" : "white";
  const player = card.players[side];
  if (!player) return t("web.seat.free");
  if (player.kind === "engine") return t("web.level.of", { n: player.level ?? 0 });
  return playerName(player.name);
}
