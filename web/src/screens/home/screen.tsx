/** The first screen: one question, and what was begun before. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../../game/variants";
import { GameChip, gameName } from "../../parts/game-picker";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { useTitle } from "../../parts/use-title";
import { StillBoard } from "../../parts/still-board";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { catalogue, language, t } from "../../text/language";
import type { Rival } from "./setup";

const games = () => import("./games").then((file) => file.Games);
const setup = () => import("./setup").then((file) => file.Setup);

export function HomeScreen(): JSX.Element {
  const [rival, setRival] = useState<Rival | null>(null);
  const game = gameOf(preferences.game.value);
  // The board is drawn before the texts have come.
  const ready = catalogue.value !== null;
  useTitle("");
  useEffect(() => {
    if (!ready) return;
    setup().catch(() => {
      // It is asked for again when it is wanted.
    });
  }, [ready]);
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
          <Later load={games} props={{}} />
        </section>
      )}
      {rival && <Later load={setup} props={{ rival, close: () => setRival(null) }} />}
    </main>
  );
}
