/** The choice of a time control: a few in words, and any other one. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { controlOf, MODES, partsOf, TIMES, timeName, type Mode } from "../game/times";
import { t } from "../text/language";
import { Choices } from "./choices";

interface Props {
  readonly time: string;
  readonly mode: Mode;
  readonly change: (time: string, mode: Mode) => void;
}

export function TimeChoice({ time, mode, change }: Props): JSX.Element {
  const usual = (TIMES as readonly string[]).includes(time) && mode === "fischer";
  const [own, setOwn] = useState(!usual);
  return (
    <>
      <Choices
        legend={t("web.time")}
        value={own ? "own" : time}
        options={[
          ...TIMES.map((each) => [each, timeName(each)] as const),
          ["own", t("web.time.own")],
        ]}
        change={(value) => {
          setOwn(value === "own");
          if (value === "own") change(time || "900+10", mode);
          else change(value, "fischer");
        }}
      />
      {own && <OwnTime time={time} mode={mode} change={change} />}
    </>
  );
}

function OwnTime({ time, mode, change }: Props): JSX.Element {
  const { minutes, seconds } = partsOf(time) ?? { minutes: 15, seconds: 10 };
  const number = (
    label: string,
    value: number,
    most: number,
    set: (value: number) => void,
  ): JSX.Element => (
    <label class="field">
      {label}
      <input
        type="number"
        inputmode="numeric"
        min={label === t("web.time.of") ? 1 : 0}
        max={most}
        value={value}
        onChange={({ currentTarget }) => {
          const given = Number(currentTarget.value);
          if (Number.isFinite(given)) set(Math.min(most, Math.max(0, given)));
        }}
      />
    </label>
  );
  return (
    <>
      <div class="row">
        {number(t("web.time.of"), minutes, 180, (value) =>
          change(controlOf(Math.max(0.5, value), seconds), mode),
        )}
        {number(t("web.time.per_move"), seconds, 180, (value) =>
          change(controlOf(minutes, value), mode),
        )}
      </div>
      <Choices
        legend={t("web.time.mode")}
        value={mode}
        options={MODES.map((each) => [each, t(`web.time.mode.${each}`)])}
        change={(value) => change(time, value)}
      />
    </>
  );
}
