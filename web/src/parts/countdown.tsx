/** What is left until a time, by the server's clock. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { connection } from "../net/server";
import { t } from "../text/language";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export function serverTime(): number {
  return Date.now() + connection.skew;
}

/** What is left, in words; by minutes alone where a reader wants nothing that moves. */
export function leftSaid(left: number, calm: boolean): string {
  if (left <= 0) return t("web.event.countdown.now");
  return t("web.event.countdown.in", { left: spanSaid(left, calm) });
}

function spanSaid(left: number, calm: boolean): string {
  const days = Math.floor(left / DAY);
  if (days > 1) return t("web.event.countdown.days", { n: days });
  if (calm && left < HOUR) {
    const minutes = Math.ceil(left / MINUTE);
    return minutes > 1
      ? t("web.event.countdown.minutes", { n: minutes })
      : t("web.event.countdown.minute");
  }
  const seconds = Math.ceil(left / SECOND);
  const hours = Math.floor(seconds / 3600);
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (calm) return `${hours}:${two(rest[0]!)} h`;
  if (hours === 0) return `${rest[0]}:${two(rest[1]!)}`;
  return `${hours}:${rest.map(two).join(":")}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

interface Props {
  readonly until: number;
  /** Nothing is said any more once the time has come. */
  readonly ends?: boolean;
}

/** A countdown. It is read by who looks for it, and says nothing by itself. */
export function Countdown({ until, ends = false }: Props): JSX.Element | null {
  const [now, setNow] = useState(serverTime);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  useEffect(() => {
    setNow(serverTime());
    const timer = setInterval(() => setNow(serverTime()), SECOND);
    return () => clearInterval(timer);
  }, [until]);
  if (ends && until <= now) return null;
  return (
    <span role="timer" aria-live="off" class="countdown">
      {" · "}
      {leftSaid(until - now, calm)}
    </span>
  );
}
