/** The mistakes of one's own games: what they overlooked, what is known by now, and trying again. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../../game/variants";
import {
  dueMistakes,
  mistakesIn,
  motifsOf,
  rememberMistake,
  type Mistake,
  type Motif,
  type Standing,
} from "../../puzzles/mistakes";
import { memoryAfter } from "../../puzzles/repeating";
import { href } from "../../state/route";
import { lessonOf, type Lesson } from "../../study/review";
import { language, t } from "../../text/language";
import { Moment } from "../game/moments";
import { Page } from "../page";

export function Mistakes({ game }: { readonly game: string }): JSX.Element {
  const [training, setTraining] = useState<readonly Mistake[] | null>(null);
  if (training) {
    return (
      <Page key="training" title={t("web.mistakes")} up={href("puzzles", game)}>
        <Training game={game} mistakes={training} end={() => setTraining(null)} />
      </Page>
    );
  }
  return (
    <Page title={t("web.mistakes")} up={href("puzzles", game)}>
      <Overview game={game} train={setTraining} />
    </Page>
  );
}

interface OverviewProps {
  readonly game: string;
  readonly train: (mistakes: readonly Mistake[]) => void;
}

/** What is to be learnt, and what has gone, motif by motif. */
function Overview({ game, train }: OverviewProps): JSX.Element {
  const due = dueMistakes(game);
  const motifs = motifsOf(game);
  const open = mistakesIn(game).filter(({ gone }) => gone === null);
  if (motifs.length === 0) {
    return (
      <section class="panel">
        <p>{t("web.mistakes.none")}</p>
        <a class="button main" href={href()}>
          {t("web.play")}
        </a>
      </section>
    );
  }
  const [next] = open.map(({ memory }) => memory?.due ?? 0).toSorted((one, two) => one - two);
  return (
    <>
      <section class="panel mistakes-now">
        <p>
          {due.length > 0
            ? t("web.mistakes.due", { n: due.length })
            : next === undefined
              ? t("web.mistakes.all_gone")
              : t("web.mistakes.next", { date: dateOf(next) })}
        </p>
        {open.length > 0 && (
          <button
            type="button"
            class={due.length > 0 ? "main" : ""}
            onClick={() => train(due.length > 0 ? due : open)}
          >
            {t(due.length > 0 ? "web.mistakes.train" : "web.mistakes.train_all")}
          </button>
        )}
      </section>
      <ul class="mistakes-motifs">
        {motifs.map((standing) => (
          <OneMotif
            key={standing.motif}
            standing={standing}
            train={() => train(open.filter(({ motif }) => motif === standing.motif))}
          />
        ))}
      </ul>
    </>
  );
}

interface MotifProps {
  readonly standing: Standing;
  readonly train: () => void;
}

function OneMotif({ standing, train }: MotifProps): JSX.Element {
  const { motif, open, gone, last } = standing;
  return (
    <li class="panel">
      <span>
        <strong>{t(`web.motif.${motif}`)}</strong>
        <small>{t("web.mistakes.standing", { n: open, gone, date: dateOf(last) })}</small>
        <progress max={open + gone} value={gone} aria-label={t("web.mistakes.gone")} />
      </span>
      {open > 0 && (
        <button type="button" aria-label={labelOf(motif)} onClick={train}>
          {t("web.mistakes.practise")}
        </button>
      )}
    </li>
  );
}

function labelOf(motif: Motif): string {
  return `${t("web.mistakes.practise")}: ${t(`web.motif.${motif}`)}`;
}

function dateOf(time: number): string {
  return new Date(time).toLocaleDateString(language.value, { day: "numeric", month: "long" });
}

interface TrainingProps {
  readonly game: string;
  readonly mistakes: readonly Mistake[];
  readonly end: () => void;
}

/** One mistake after another, each until it is played better. */
function Training({ game, mistakes, end }: TrainingProps): JSX.Element {
  const [at, setAt] = useState(0);
  const [right, setRight] = useState(0);
  const mistake = mistakes[at];
  const lesson = useLesson(mistake);
  const onward = (): void => setAt(at + 1);
  useEffect(() => {
    // What the rules no longer allow is not asked.
    if (lesson === "none") onward();
  }, [lesson]);
  if (!mistake) {
    return (
      <section class="panel" role="status">
        <p>{t("web.mistakes.done", { n: right, all: mistakes.length })}</p>
        <button type="button" class="main" onClick={end}>
          {t("web.study.done")}
        </button>
      </section>
    );
  }
  const judge = (well: boolean): void => {
    const now = Date.now();
    if (well) setRight(right + 1);
    rememberMistake(mistake.id, memoryAfter(mistake.memory, well, now), now);
  };
  return (
    <section class="mistakes-training">
      <p>
        <small>{t("web.report.retry.of", { n: at + 1, all: mistakes.length })}</small>{" "}
        <strong>{t(`web.motif.${mistake.motif}`)}</strong>
      </p>
      {lesson !== null && lesson !== "none" && (
        <Moment
          key={mistake.id}
          game={gameOf(game)}
          lesson={lesson}
          name={lesson.node.text}
          judge={judge}
          onward={onward}
        />
      )}
    </section>
  );
}

/** A mistake as a task; null until it has come, "none" where it can no longer be played. */
function useLesson(mistake: Mistake | undefined): Lesson | "none" | null {
  const [found, setFound] = useState<{ of: string; lesson: Lesson | "none" } | null>(null);
  useEffect(() => {
    if (!mistake) return undefined;
    let wanted = true;
    const tell = (lesson: Lesson | null): void => {
      if (wanted) setFound({ of: mistake.id, lesson: lesson ?? "none" });
    };
    lessonOf(mistake).then(tell, () => tell(null));
    return () => {
      wanted = false;
    };
  }, [mistake]);
  return found && found.of === mistake?.id ? found.lesson : null;
}
