/** The first minute: boards to play on, one for each thing a newcomer has to know. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import minute from "../../generated/lessons.json";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { useBeginning } from "../../parts/use-beginning";
import { gameName } from "../../game/game-name";
import { type Game, gameOf } from "../../game/variants";
import { preferences } from "../../state/preferences";
import { t, words, type Key } from "../../text/language";
import { beginFirst } from "../home/begin";
import { Page } from "../page";
import { LessonBoard } from "./board";
import type { Lesson } from "./lesson";

interface Lessons {
  readonly lessons: readonly Lesson[];
  /** The places of those that teach a game; none where they would teach what is wrong. */
  readonly taught: Readonly<Record<string, readonly number[]>>;
}

const { lessons, taught } = minute as unknown as Lessons;
/** Taught where the boards do not fit the game that was chosen, and then played first. */
const OTHERWISE = "lite";

/** The game that is taught, and the boards that teach it. */
function taughtGame(): { readonly game: Game; readonly boards: readonly Lesson[] } {
  const chosen = gameOf(preferences.game.value);
  const game = chosen.key in taught ? chosen : gameOf(OTHERWISE);
  return { game, boards: taught[game.key]!.map((place) => lessons[place]!) };
}

export function LearnScreen(): JSX.Element {
  const [{ game, boards }] = useState(taughtGame);
  const speech = words(game.key);
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(false);
  const [wrong, setWrong] = useState(false);
  const lesson = boards[at];
  if (!lesson) return <Finished game={game} />;
  const said = done ? "done" : wrong ? "wrong" : "ask";
  const king = done && lesson.id === "crown" && game.features.includes("short") ? "_short" : "";
  const next = (): void => {
    setAt(at + 1);
    setDone(false);
    setWrong(false);
  };
  return (
    <Page title={t("web.learn")}>
      <ol class="steps" aria-hidden="true">
        {boards.map(({ id }, index) => (
          <li key={id} class={index < at || (index === at && done) ? "done" : ""} />
        ))}
      </ol>
      <section class="panel learn">
        <small class="quiet">{gameName(game)}</small>
        <h2>{speech.text(`web.learn.${lesson.id}`)}</h2>
        <p role="status" class={done ? "good" : wrong ? "bad" : ""}>
          {speech.text(`web.learn.${lesson.id}.${said}${king}` as Key)}
        </p>
        <LessonBoard
          key={lesson.id}
          lesson={lesson}
          played={() => setDone(true)}
          refused={() => setWrong(true)}
        />
        <button type="button" class="main big" disabled={!done} onClick={next}>
          {t("web.learn.next")}
          <Icon name="forward" />
        </button>
      </section>
    </Page>
  );
}

function Finished({ game }: { readonly game: Game }): JSX.Element {
  const { problem, busy, start } = useBeginning();
  const other = game.id !== preferences.game.value;
  return (
    <Page title={t("web.learn.finished")}>
      <section class="panel">
        <p>{t("web.learn.finished.text")}</p>
        {other && <p>{t("web.learn.finished.other", { game: gameName(game) })}</p>}
        <button
          type="button"
          class="main big"
          disabled={busy}
          onClick={() => start(() => beginFirst(game.id))}
        >
          {t("web.learn.play")}
        </button>
        <Problem>{problem}</Problem>
      </section>
    </Page>
  );
}
