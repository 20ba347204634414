/** One player's clock. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ClockView } from "../../generated/messages";
import type { Side } from "../../game/source";
import { t } from "../../text/language";

const SHORT = 20_000;

/** The time a side has left at a time of the server, in milliseconds. */
export function remaining(clock: ClockView, side: Side, now: number): number {
  const runs = clock.running === side && clock.since !== null;
  const gone = runs ? Math.max(0, now - clock.since! - clock.delay) : 0;
  // A clock that is overdrawn shows nothing left.
  return Math.max(0, clock[side] - gone);
}

/** `5:00`, `1:02:03`, and tenths once it is short, where they are wanted. */
export function timeText(time: number, tenths = true): string {
  if (tenths && time < SHORT / 2) {
    const left = Math.ceil(time / 100);
    return `0:${String(Math.floor(left / 10)).padStart(2, "0")}.${left % 10}`;
  }
  const seconds = Math.ceil(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) {
    const left = `${hours % 24}:${String(minutes).padStart(2, "0")}`;
    return t("web.clock.days", { n: Math.floor(hours / 24), time: left });
  }
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

interface Props {
  readonly clock: ClockView;
  readonly side: Side;
  readonly now: () => number;
}

export function Clock({ clock, side, now }: Props): JSX.Element {
  const [, tick] = useState(0);
  const runs = clock.running === side && clock.since !== null;
  const time = remaining(clock, side, now());
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, [runs, clock]);
  const kind = ["clock", runs && "runs", time < SHORT && "short"].filter(Boolean).join(" ");
  return (
    <span class={kind} role="timer" aria-label={t("web.clock")}>
      {timeText(time)}
    </span>
  );
}
