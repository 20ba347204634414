/** The first screen: one question, and what was begun before. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../generated/messages";
import { gameOf, gameOfView } from "../../game/variants";
import { GameChip, gameName } from "../../parts/game-picker";
import { Icon, type IconName } from "../../parts/icon";
import { useTitle } from "../../parts/use-title";
import { StillBoard } from "../../parts/still-board";
import { server } from "../../net/server";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { catalogue, language, t } from "../../text/language";
import { playerName } from "../../text/names";
import { Setup, type Rival } from "./setup";

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

/** Games that were begun and not ended, on the server. */
function Unfinished(): JSX.Element {
  const [cards, setCards] = useState<readonly GameCard[]>([]);
  useEffect(() => {
    server
      .me()
      .then((me) => setCards(me.games.filter((card) => card.result === null).slice(0, 5)))
      .catch(() => setCards([]));
  }, []);
  if (cards.length === 0) return <div class="unfinished" />;
  return (
    <section class="unfinished">
      <h2>{t("web.unfinished")}</h2>
      <ul class="list">
        {cards.map((card) => {
          const game = gameOfView(card.variant, card.house);
          const mine = card.turn !== null && card.you.includes(card.turn);
          return (
            <li key={card.game}>
              <a href={href("g", card.game)}>
                <span class="what">
                  <strong>{rivalOf(card)}</strong>
                  <small>{gameName(game)}</small>
                </span>
                {mine && <span class="chip">{t("web.your_turn")}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function rivalOf(card: GameCard): string {
  const side = card.you[0] === "white" ? "black" : "white";
  const player = card.players[side];
  if (!player) return t("web.seat.free");
  if (player.kind === "engine") return t("web.level.of", { n: player.level ?? 0 });
  return playerName(player.name);
}
