/** The choice of a time control: a few in words, and any other one. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { DAYS, RESERVES, TIMES, timeName, type Mode } from "../game/times";
import { wish, wishFor, type Rival } from "../state/wishes";
import { t } from "../text/language";
import { Choices } from "./choices";
import { Later } from "./later";
import type { TimeProps } from "./own-time";

const ownTime = () => import("./own-time").then((file) => file.OwnTime);

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

export function TimeChoice({ time, mode, change, days }: TimeProps): JSX.Element {
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
      {own && <Later load={ownTime} props={{ time, mode, change, days }} />}
    </>
  );
}
