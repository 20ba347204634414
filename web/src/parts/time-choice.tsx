/** The choice of a time control: a few in words, and any other one. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { controlOf, DAYS, MODES, partsOf, TIMES, timeName, type Mode } from "../game/times";
import { wish, wishFor, type Rival } from "../state/wishes";
import { t } from "../text/language";
import { Choices } from "./choices";

interface Props {
  readonly time: string;
  readonly mode: Mode;
  readonly change: (time: string, mode: Mode) => void;
  /** Whether it may be played over days: between people. */
  readonly days: boolean;
}

interface WishedProps {
  readonly rival: Rival;
  readonly days: boolean;
}

/** The time control of the next game against a rival. */
export function WishedTime({ rival, days }: WishedProps): JSX.Element {
  const { time, mode } = wishFor(rival);
  const change = (chosen: string, how: Mode): void => wish(rival, { time: chosen, mode: how });
  return <TimeChoice time={time} mode={mode} change={change} days={days} />;
}

function TimeChoice({ time, mode, change, days }: Props): JSX.Element {
  const daily = (DAYS as readonly string[]).includes(time) && mode === "per-move";
  const usual = daily || ((TIMES as readonly string[]).includes(time) && mode === "fischer");
  const [own, setOwn] = useState(!usual);
  return (
    <>
      <Choices
        legend={t("web.time")}
        value={own ? "own" : time}
        options={[
          ...[...TIMES, ...(days ? DAYS : [])].map((each) => [each, timeName(each)] as const),
          ["own", t("web.time.own")],
        ]}
        change={(value) => {
          setOwn(value === "own");
          if (value === "own") change(!time || daily ? "900+10" : time, daily ? "fischer" : mode);
          else if ((DAYS as readonly string[]).includes(value)) change(value, "per-move");
          else change(value, "fischer");
        }}
      />
      {own && <OwnTime time={time} mode={mode} change={change} />}
    </>
  );
}

function OwnTime({ time, mode, change }: Omit<Props, "days">): JSX.Element {
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
