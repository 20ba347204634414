/** The first minute: three boards to play on, one for each thing a newcomer has to know. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import lessons from "../../generated/lessons.json";
import type { MoveView } from "../../generated/messages";
import { Icon } from "../../parts/icon";
import { useBeginning } from "../../parts/use-beginning";
import { t } from "../../text/language";
import { beginAtOnce } from "../home/begin";
import { Page } from "../page";
import { LessonBoard } from "./board";

export interface Lesson {
  readonly id: "move" | "capture" | "crown";
  readonly variant: string;
  readonly board: string;
  readonly turn: "white" | "black";
  readonly legal: readonly MoveView[];
}

const LESSONS = lessons as unknown as readonly Lesson[];

export function LearnScreen(): JSX.Element {
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(false);
  const [wrong, setWrong] = useState(false);
  const lesson = LESSONS[at];
  if (!lesson) return <Finished />;
  const said = done ? "done" : wrong ? "wrong" : "ask";
  const next = (): void => {
    setAt(at + 1);
    setDone(false);
    setWrong(false);
  };
  return (
    <Page title={t("web.learn")}>
      <ol class="steps" aria-hidden="true">
        {LESSONS.map(({ id }, index) => (
          <li key={id} class={index < at || (index === at && done) ? "done" : ""} />
        ))}
      </ol>
      <section class="panel learn">
        <h2>{t(`web.learn.${lesson.id}`)}</h2>
        <p role="status" class={done ? "good" : wrong ? "bad" : ""}>
          {t(`web.learn.${lesson.id}.${said}`)}
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

function Finished(): JSX.Element {
  const { problem, busy, start } = useBeginning();
  return (
    <Page title={t("web.learn.finished")}>
      <section class="panel">
        <p>{t("web.learn.finished.text")}</p>
        <button type="button" class="main big" disabled={busy} onClick={() => start(beginAtOnce)}>
          {t("web.learn.play")}
        </button>
        {problem && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
      </section>
    </Page>
  );
}
