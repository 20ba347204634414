/** The first screen: go on with a game, or begin one by a single tap. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { GameChip } from "../../parts/game-picker";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { Problem } from "../../parts/problem";
import { useBeginning } from "../../parts/use-beginning";
import { useTitle } from "../../parts/use-title";
import { StillBoard } from "../../parts/still-board";
import type { BoardInput } from "../../board";
import { isPiece } from "../../board/pieces";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import type { Rival } from "../../state/wishes";
import { catalogue, t, type Key } from "../../text/language";
import { hero } from "./hero";
import { Welcome } from "./welcome";

const offer = () => import("./offer").then((file) => file.Offer);
const ladder = () => import("./ladder").then((file) => file.Ladder);
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
      <HeroBoard />
      {ready && (
        <section class="ask">
          <h1 class="hidden">{t("web.play")}</h1>
          <div class="offer">
            <Later load={offer} props={{}} />
          </div>
          {!preferences.welcomed.value && <Welcome />}
          <GameChip />
          <Start open={() => setRival("computer")} />
          <div class="rivals">
            <Choice icon="friend" rival="friend" choose={() => setRival("friend")} />
            <Choice icon="online" rival="online" choose={() => go("lobby")} />
          </div>
        </section>
      )}
      {ready && (
        <div class="around">
          <Later load={ladder} props={{ meet: () => setRival("computer") }} />
          <div>
            <Later load={games} props={{}} />
          </div>
          <More game={game.id} />
        </div>
      )}
      {rival && <Later load={setup} props={{ rival, close: () => setRival(null) }} />}
    </main>
  );
}

/** The board that can be touched: the chosen game's, until it is known what there is to offer. */
function HeroBoard(): JSX.Element {
  const chosen = gameOf(preferences.game.value);
  const offered = hero.value;
  const { game, letters, below } = offered ?? {
    game: chosen,
    letters: chosen.start,
    below: chosen.first,
  };
  const handle = (input: BoardInput): void => {
    if (input.type === "tap" && isPiece(letters[input.square - 1])) offered!.touch(input.square);
  };
  return (
    <div class="hero">
      <StillBoard
        game={game}
        letters={letters}
        label={gameName(game)}
        below={below}
        describe={offered?.describe}
        {...(offered ? { handle } : {})}
      />
    </div>
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
      <Problem>{problem}</Problem>
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

/** What else there is, by how often it is used. */
function More({ game }: { readonly game: string }): JSX.Element {
  const places: readonly (readonly [Key, ...string[]])[] = [
    ["web.courses", "courses"],
    ["web.puzzles", "puzzles"],
    ["web.study", "analysis"],
    ["web.rules", "rules"],
    ["web.code.short", "j"],
    ["web.watch", "watch"],
    ["web.events", "events"],
    ["web.editor.short", "edit", game],
    ["web.house", "house"],
  ];
  const uses = preferences.uses.value;
  return (
    <nav class="more" aria-label={t("web.more")}>
      {places
        .toSorted(([, one], [, two]) => (uses[two!] ?? 0) - (uses[one!] ?? 0))
        .map(([label, screen, ...rest]) => (
          <a
            key={screen}
            href={href(screen!, ...rest)}
            onClick={() =>
              (preferences.uses.value = { ...uses, [screen!]: (uses[screen!] ?? 0) + 1 })
            }
          >
            {t(label)}
          </a>
        ))}
    </nav>
  );
}
