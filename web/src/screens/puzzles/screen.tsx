/** Puzzles: choose a game and how to train, then solve. */

import type { JSX } from "preact";
import { LINES } from "../../drill/counts";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { GameChip } from "../../parts/game-picker";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { today } from "../../puzzles/choice";
import { standingOf } from "../../puzzles/progress";
import { dueIn, missedIn } from "../../puzzles/missed";
import { bestSaid, daysSaid } from "../../puzzles/said";
import { COUNTS } from "../../puzzles/set";
import { themesOf } from "../../puzzles/themes";
import { preferences } from "../../state/preferences";
import { go, href, type Route } from "../../state/route";
import { t, words, type Key } from "../../text/language";
import { Page } from "../page";
import { modeOf } from "./mode";
import type { Openings } from "./drills";
import type { Mistakes } from "./mistakes";
import type { OwnMistakes } from "./own";
import { Run } from "./run";

const OTHERWISE = "english";

/** Own mistakes come with what looks at moves. */
const mistakes = async (): Promise<typeof Mistakes> => (await import("./mistakes")).Mistakes;

const own = async (): Promise<typeof OwnMistakes> => (await import("./own")).OwnMistakes;

/** Openings are practised by few: what they need comes then. */
const drills = async (): Promise<typeof Openings> => (await import("./drills")).Openings;

export function PuzzlesScreen({ route }: { readonly route: Route }): JSX.Element {
  const { game, mode } = route as Extract<Route, { screen: "puzzles" }>;
  const chosen = game || (preferences.game.value in COUNTS ? preferences.game.value : OTHERWISE);
  if (mode === "mistakes") return <Later key={chosen} load={mistakes} props={{ game: chosen }} />;
  const wanted = modeOf(mode);
  if (wanted && chosen in COUNTS)
    return <Run key={`${chosen}/${mode}`} game={chosen} mode={wanted} />;
  if (mode.startsWith("openings") && chosen in LINES) {
    return <Later load={drills} props={{ game: chosen, mode }} />;
  }
  return <Overview game={chosen} />;
}

function Overview({ game }: { readonly game: string }): JSX.Element {
  const there = COUNTS[game];
  return (
    <Page title={t("web.puzzles")}>
      <GameChip chosen={game} choose={(id) => go("puzzles", id)} />
      {there ? (
        <Modes game={game} />
      ) : (
        <>
          <p class="panel">{t("web.puzzles.none", { game: gameName(gameOf(game)) })}</p>
          <Later load={own} props={{ game }} />
        </>
      )}
    </Page>
  );
}

function Modes({ game }: { readonly game: string }): JSX.Element {
  const { count } = COUNTS[game]!;
  const { rating, tried, solved, streak, rush, daily } = standingOf(game);
  const missed = Object.keys(missedIn(game)).length;
  const due = dueIn(game).length;
  const done = daily === today();
  const dailyNote = `${t(done ? "web.puzzles.daily.done" : "web.puzzles.daily.note")} ${daysSaid(game)}`;
  const way = (icon: IconName, mode: string, note: string): JSX.Element => (
    <a class="button rival" href={href("puzzles", game, mode)}>
      <Icon name={icon} />
      <span>
        <strong>{t(`web.puzzles.${mode}` as Key)}</strong>
        <small>{note}</small>
      </span>
    </a>
  );
  return (
    <>
      <section class="panel puzzle-standing">
        {!preferences.child.value && <strong class="puzzle-rating">{rating}</strong>}
        <span>
          {!preferences.child.value && t("web.puzzles.rating")}
          <small>
            {tried > 0
              ? t("web.puzzles.tally", { solved, tried, n: count })
              : t("web.puzzles.tally.none", { n: count })}
          </small>
        </span>
      </section>
      <nav class="rivals puzzle-ways" aria-label={t("web.puzzles")}>
        {way(done ? "check" : "puzzle", "daily", dailyNote.trim())}
        {way("play", "rated", t("web.puzzles.rated.note"))}
        <Later load={own} props={{ game }} />
        {missed > 0 && way("rematch", "missed", t("web.puzzles.missed.note", { n: due, missed }))}
        {way("forward", "streak", bestSaid(streak) || t("web.puzzles.streak.note"))}
        {way("clock", "rush", bestSaid(rush) || t("web.puzzles.rush.note"))}
        {game in LINES && way("learn", "openings", t("web.openings.count", { n: LINES[game]! }))}
      </nav>
      <section class="panel">
        <h2>{t("web.puzzles.themes")}</h2>
        <ul class="puzzle-themes">
          {themesOf(game).map(([theme, n]) => (
            <li key={theme}>
              <a class="button" href={href("puzzles", game, `theme-${theme}`)}>
                {words(gameOf(game).key).text(`web.puzzle.theme.${theme}` as Key)}{" "}
                <small>{n}</small>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
