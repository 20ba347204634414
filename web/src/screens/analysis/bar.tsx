/** How the game stands, as a bar beside the board: the higher the white part, the better for White. */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { settings } from "../../study/settings";
import type { Study } from "../../study/study";
import { pointOf } from "../../text/decimal";
import { language, t } from "../../text/language";

/** How it stands for White: by the endgame tables, else by the best line; null: nobody knows. */
export function whiteScore(study: Study): number | null {
  const { found, verdict } = study.engine.known.value;
  const score = verdict?.score ?? found?.lines[0]?.score;
  if (score === undefined) return null;
  const { turn } = study.at.value.position;
  const mover = settings.value.threat ? (turn === "white" ? "black" : "white") : turn;
  return mover === "white" ? score : -score;
}

export function Bar({ study }: { readonly study: Study }): JSX.Element {
  const score = whiteScore(study);
  const { scores } = study.ruleset.core;
  const last = useRef(0.5);
  if (score !== null) last.current = scores.chance(score);
  const share = Math.round(last.current * 100);
  const said = score === null ? "" : scores.text(score, pointOf(language.value));
  return (
    <div
      class={`chance-bar ${study.below.value}`}
      role="meter"
      aria-label={t("web.study.bar")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      aria-valuetext={t("web.study.chances", { n: share })}
      title={t("web.study.chances", { n: share })}
    >
      <span class="white-part" style={{ "--share": `${share}%` }} />
      <span class={last.current >= 0.5 ? "score of-white" : "score of-black"} aria-hidden="true">
        {said}
      </span>
    </div>
  );
}
