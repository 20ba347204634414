/** The first screen: go on with a game, or begin one by a single tap. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { GameChip } from "../../parts/game-picker";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { useBeginning } from "../../parts/use-beginning";
import { useTitle } from "../../parts/use-title";
import { StillBoard } from "../../parts/still-board";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import type { Rival } from "../../state/wishes";
import { catalogue, t, type Key } from "../../text/language";
import { Welcome } from "./welcome";

const continued = () => import("./continued").then((file) => file.Continued);
const games = () => import("./games").then((file) => file.Games);
const setup = () => import("./setup").then((file) => file.Setup);

export function HomeScreen(): JSX.Element {
  const [rival, setRival] = useState<Rival | null>(null);
  const [returning] = useState(() => preferences.running.peek());
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
  return (
    <main class="home">
      <header class="top">
        <span class="brand">crownhead</span>
        <span class="tools" hidden={!ready}>
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
          <h1 class="hidden">{t("web.play")}</h1>
          {!preferences.welcomed.value && <Welcome />}
          {returning && (
            <div class="going-on">
              <Later load={continued} props={{}} />
            </div>
          )}
          <GameChip />
          <Start open={() => setRival("computer")} />
          <div class="rivals">
            <Choice icon="friend" rival="friend" choose={() => setRival("friend")} />
            <Choice icon="online" rival="online" choose={() => go("lobby")} />
          </div>
          <div>
            <Later load={games} props={{ continued: returning }} />
          </div>
          <More game={game.id} />
        </section>
      )}
      {rival && <Later load={setup} props={{ rival, close: () => setRival(null) }} />}
    </main>
  );
}

/** A game against the computer by one tap, as it was played last. */
function Start({ open }: { readonly open: () => void }): JSX.Element {
  const { problem, busy, start } = useBeginning();
  const level = preferences.level.value;
  const play = (): void => start(() => import("./begin").then((file) => file.beginAtOnce()));
  return (
    <div class="start">
      <button type="button" class="main" disabled={busy} onClick={play}>
        <Icon name="computer" />
        <span>
          <strong>{t("web.start")}</strong>
          <small>{t("web.rival.computer")}</small>
        </span>
      </button>
      <button type="button" class="level-chip" aria-haspopup="dialog" onClick={open}>
        {preferences.adapts.value
          ? t("web.level.adapts")
          : `${t("web.level", { n: level })} · ${t(`web.level.${level}` as Key)}`}
        <small>{t("web.change")}</small>
      </button>
      {problem && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly icon: IconName;
  readonly rival: Exclude<Rival, "computer">;
  readonly choose: () => void;
}

function Choice({ icon, rival, choose }: ChoiceProps): JSX.Element {
  return (
    <button type="button" class="rival" onClick={choose}>
      <Icon name={icon} />
      <span>
        <strong>{t(`web.rival.${rival}`)}</strong>
        <small>{t(`web.rival.${rival}.note`)}</small>
      </span>
    </button>
  );
}

/** What else there is. */
function More({ game }: { readonly game: string }): JSX.Element {
  const entry = (icon: IconName, label: Key, address: string): JSX.Element => (
    <a href={address}>
      <Icon name={icon} />
      {t(label)}
    </a>
  );
  return (
    <nav class="more" aria-label={t("web.more")}>
      {entry("keyboard", "web.code.short", href("j"))}
      {entry("learn", "web.courses", href("courses"))}
      {entry("puzzle", "web.puzzles", href("puzzles"))}
      {entry("analysis", "web.study", href("analysis"))}
      {entry("rules", "web.rules", href("rules"))}
      {entry("edit", "web.editor.short", href("edit", game))}
      {entry("house", "web.house", href("house"))}
    </nav>
  );
}
