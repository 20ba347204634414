/** The choice of a time control: a few in words, and any other one. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  controlOf,
  DAY,
  DAYS,
  MODES,
  MOST_DAYS,
  partsOf,
  RESERVES,
  TIMES,
  timeName,
  type Mode,
} from "../game/times";
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
  const daily = mode === "per-move";
  const plain = [...TIMES, ...(days ? RESERVES : [])] as readonly string[];
  const usual = daily ? (DAYS as readonly string[]).includes(time) : plain.includes(time);
  const [own, setOwn] = useState(!usual || (!daily && mode !== "fischer"));
  return (
    <>
      <Choices
        legend={t("web.time")}
        value={own ? "own" : time}
        options={[
          ...[...TIMES, ...(days ? [...DAYS, ...RESERVES] : [])].map(
            (each) => [each, timeName(each)] as const,
          ),
          ["own", t("web.time.own")],
        ]}
        change={(value) => {
          setOwn(value === "own");
          if (value === "own") change(!time || daily ? "900+10" : time, daily ? "fischer" : mode);
          else if ((DAYS as readonly string[]).includes(value)) change(value, "per-move");
          else change(value, "fischer");
        }}
      />
      {own && <OwnTime time={time} mode={mode} change={change} days={days} />}
    </>
  );
}

function OwnTime({ time, mode, change, days }: Props): JSX.Element {
  const perMove = mode === "per-move";
  return (
    <>
      {days && (
        <Choices
          legend={t("web.time.kind")}
          value={perMove ? "days" : "clock"}
          options={[
            ["clock", t("web.time.kind.clock")],
            ["days", t("web.time.kind.days")],
          ]}
          change={(value) =>
            value === "days" ? change(String(3 * DAY), "per-move") : change("900+10", "fischer")
          }
        />
      )}
      {perMove ? (
        <Amount
          label={t("web.time.days_each")}
          value={Math.round(Number(time) / DAY) || 1}
          least={1}
          most={MOST_DAYS}
          set={(value) => change(String(Math.max(1, Math.round(value)) * DAY), mode)}
        />
      ) : (
        <Minutes time={time} mode={mode} change={change} />
      )}
    </>
  );
}

function Minutes({ time, mode, change }: Omit<Props, "days">): JSX.Element {
  const { minutes, seconds } = partsOf(time) ?? { minutes: 15, seconds: 10 };
  return (
    <>
      <div class="row">
        <Amount
          label={t("web.time.of")}
          value={minutes}
          least={1}
          most={180}
          set={(value) => change(controlOf(Math.max(0.5, value), seconds), mode)}
        />
        <Amount
          label={t("web.time.per_move")}
          value={seconds}
          least={0}
          most={180}
          set={(value) => change(controlOf(minutes, value), mode)}
        />
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

interface AmountProps {
  readonly label: string;
  readonly value: number;
  readonly least: 0 | 1;
  readonly most: number;
  readonly set: (value: number) => void;
}

function Amount({ label, value, least, most, set }: AmountProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <input
        type="number"
        inputmode="numeric"
        min={least}
        max={most}
        value={value}
        onChange={({ currentTarget }) => {
          const given = Number(currentTarget.value);
          if (Number.isFinite(given)) set(Math.min(most, Math.max(0, given)));
        }}
      />
    </label>
  );
}
