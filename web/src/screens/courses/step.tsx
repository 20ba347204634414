/** One step of a course: a rule in a sentence, its picture, then tasks or a question. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import gallery from "../../generated/gallery.json";
import { Icon } from "../../parts/icon";
import { handOn } from "../../parts/focus";
import { preferences } from "../../state/preferences";
import type { Phase } from "../../puzzles/solving";
import { go, href } from "../../state/route";
import { t, words, type Key } from "../../text/language";
import { Page } from "../page";
import { PuzzleBoard } from "../puzzles/board";
import { RuleCard } from "../rules/card";
import type { RulePage } from "../rules/gallery";
import { finish, type Course, type CourseStep } from "./course";
import { Question } from "./question";

const PICTURES = gallery as unknown as readonly RulePage[];

interface Props {
  readonly course: Course;
  /** Which step, counted from 1. */
  readonly at: number;
}

export function StepScreen({ course, at }: Props): JSX.Element {
  const { id, steps, variant } = course;
  const step = steps[at - 1];
  const [task, setTask] = useState(0);
  const [over, setOver] = useState(false);
  const title = t(`web.course.${id}` as Key);
  if (!step) return <Finished title={title} variant={variant} />;
  const { tasks, answers } = step;
  const parts = tasks.length + (answers > 0 ? 1 : 0);
  const complete = (): void => {
    finish(id, step.id);
    setOver(true);
  };
  return (
    <Page title={title} up={href("courses")} wide>
      <div class="course-page">
        <Explained step={step} at={at} steps={steps.length} variant={variant} />
        {task < tasks.length ? (
          <TaskPanel
            key={task}
            step={step}
            at={task}
            done={task === parts - 1 ? complete : null}
            onward={() => setTask(task + 1)}
          />
        ) : (
          <Question id={step.id} answers={answers} right={complete} />
        )}
        <nav class="row">
          {at > 1 && (
            <a class="button" href={href("courses", id, `${at - 1}`)}>
              <Icon name="back" />
              {t("web.course.before")}
            </a>
          )}
          <a class={over ? "button main" : "button"} href={href("courses", id, `${at + 1}`)}>
            {t("web.course.next")}
            <Icon name="forward" />
          </a>
        </nav>
      </div>
    </Page>
  );
}

interface ExplainedProps {
  readonly step: CourseStep;
  readonly at: number;
  readonly steps: number;
  readonly variant: string;
}

function Explained({ step, at, steps, variant }: ExplainedProps): JSX.Element {
  const speech = words(variant);
  const family = step.explained ? "web.gallery" : "web.course";
  // Where there is something to play, that is the board.
  const pictured = step.picture && step.tasks.length === 0;
  const picture = pictured && PICTURES.find(({ id }) => id === step.id);
  const own = speech.maybe(`web.course.${step.id}.text`);
  return (
    <section class="panel">
      {picture ? (
        <>
          <h2 class="course-step">{t("web.course.step", { at, n: steps })}</h2>
          <div class="course-picture">
            <RuleCard page={picture} />
          </div>
        </>
      ) : (
        <>
          <small class="quiet">{t("web.course.step", { at, n: steps })}</small>
          <h2>{speech.text(`${family}.${step.id}` as Key)}</h2>
          <p>{own || speech.text(`${family}.${step.id}.text` as Key)}</p>
        </>
      )}
    </section>
  );
}

interface TaskProps {
  readonly step: CourseStep;
  readonly at: number;
  /** Called once it is solved, where it is the last of its step; null where more follows. */
  readonly done: (() => void) | null;
  readonly onward: () => void;
}

function TaskPanel({ step, at, done, onward }: TaskProps): JSX.Element {
  const task = step.tasks[at]!;
  const [phase, setPhase] = useState<Phase>("ask");
  const [why, setWhy] = useState("");
  const [given, setGiven] = useState(false);
  const [begun, setBegun] = useState(false);
  const over = phase === "solved" || phase === "shown";
  const speech = words(task.variant);
  const side = speech.text(`color.${task.turn}`);
  // What to look for is said of the first move alone.
  const own: Partial<Record<Phase, string | null>> = {
    ask: speech.maybe(`web.course.${step.id}.asked`),
    wrong: begun ? null : speech.maybe(`web.course.${step.id}.wrong`),
  };
  const tell = (now: Phase, told: string): void => {
    setPhase(now);
    setWhy(told);
    if (now === "on") setBegun(true);
    if (now === "solved" || now === "shown") done?.();
  };
  return (
    <div class="puzzle">
      <PuzzleBoard variant={task.variant} puzzle={task} tell={tell} given={given} />
      <section class="panel">
        <p class="puzzle-goal">
          <span class={`puzzle-side ${task.turn}`} aria-hidden="true" />
          {t("web.course.task", { at: at + 1, n: step.tasks.length, side })}
        </p>
        <p role="status" class={over || phase === "on" ? "good" : phase === "ask" ? "" : "bad"}>
          {why || own[phase] || t(SAID[phase])}
        </p>
        <div class="row" ref={handOn}>
          {over && !done && (
            <button type="button" class="main" onClick={onward}>
              {t("web.course.next_task")}
              <Icon name="forward" />
            </button>
          )}
          {!over && (
            <button type="button" onClick={() => setGiven(true)}>
              <Icon name="hint" />
              {t("web.puzzles.show")}
            </button>
          )}
        </div>
      </section>
    </div>
  );
}

const SAID: Readonly<Record<Phase, Key>> = {
  ask: "web.puzzles.phase.ask",
  on: "web.puzzles.phase.on",
  wrong: "web.course.wrong",
  illegal: "web.puzzles.phase.illegal",
  solved: "web.course.right",
  shown: "web.puzzles.phase.shown",
};

function Finished({
  title,
  variant,
}: {
  readonly title: string;
  readonly variant: string;
}): JSX.Element {
  const play = (): void => {
    preferences.game.value = variant;
    go();
  };
  return (
    <Page title={title} up={href("courses")}>
      <section class="panel">
        <h2>{t("web.course.finished")}</h2>
        <p>{t("web.course.finished.text")}</p>
        <button type="button" class="main big" onClick={play}>
          {t("web.course.play")}
        </button>
        <a class="button wide" href={href("puzzles", variant)}>
          {t("web.puzzles")}
        </a>
      </section>
    </Page>
  );
}
