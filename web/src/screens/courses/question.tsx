/** A question about an agreement between players, with answers to choose from. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, type Key } from "../../text/language";
import { shuffle } from "./course";

interface Props {
  readonly id: string;
  readonly answers: number;
  readonly right: () => void;
}

/** The answer that is right stands first in the texts. */
const RIGHT = 1;

export function Question({ id, answers, right }: Props): JSX.Element {
  const [chosen, setChosen] = useState(0);
  const choose = (answer: number): void => {
    setChosen(answer);
    if (answer === RIGHT) right();
  };
  return (
    <section class="panel" aria-label={t("web.course.ask")}>
      <h3>{t(`web.course.${id}.question` as Key)}</h3>
      <div class="course-answers">
        {shuffle(answers, id).map((answer) => (
          <button
            key={answer}
            type="button"
            class="wide"
            aria-pressed={chosen === answer}
            disabled={chosen === RIGHT && answer !== RIGHT}
            onClick={() => choose(answer)}
          >
            {t(`web.course.${id}.answer.${answer}` as Key)}
          </button>
        ))}
      </div>
      <p role="status" class={chosen === RIGHT ? "good" : "bad"}>
        {chosen === RIGHT && `${t("web.course.right")} ${t(`web.course.${id}.why` as Key)}`}
        {chosen > RIGHT && t("web.course.wrong")}
      </p>
    </section>
  );
}
