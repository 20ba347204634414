/** Any time control: minutes and seconds, or days for each move. */

import type { JSX } from "preact";
import { controlOf, DAY, MODES, MOST_DAYS, partsOf, type Mode } from "../game/times";
import { t } from "../text/language";
import { Choices } from "./choices";

export interface TimeProps {
  readonly time: string;
  readonly mode: Mode;
  readonly change: (time: string, mode: Mode) => void;
  /** Whether it may be played over days: between people. */
  readonly days: boolean;
}

export function OwnTime({ time, mode, change, days }: TimeProps): JSX.Element {
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

function Minutes({ time, mode, change }: Omit<TimeProps, "days">): JSX.Element {
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
