/** How long each move of a game took: White's bars upwards, Black's downwards. */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Side } from "../../core/rules";
import { clockText } from "../../study/annotations";
import { numberOf } from "../../study/move-numbers";
import type { Study } from "../../study/study";
import { timesOf, type MoveTime } from "../../study/times";
import { t, words } from "../../text/language";

const WIDTH = 400;
const HALF = 36;

export function Times({ study }: { readonly study: Study }): JSX.Element | null {
  void study.changes.value;
  const times = timesOf(study.root.value, study.tags["TimeControl"]);
  if (times.length === 0) return null;
  return (
    <section class="times">
      <h2>{t("web.study.times")}</h2>
      <Bars study={study} times={times} />
      <ul>
        {(["white", "black"] as const).map((side) => (
          <Whole key={side} study={study} side={side} times={times} />
        ))}
      </ul>
    </section>
  );
}

interface Props {
  readonly study: Study;
  readonly times: readonly MoveTime[];
}

/** A bar for each move; a tap leads to it. */
function Bars({ study, times }: Props): JSX.Element {
  const field = useRef<SVGSVGElement>(null);
  const longest = Math.max(1, ...times.map(({ milliseconds }) => milliseconds));
  const width = WIDTH / times.length;
  const now = study.at.value;
  const choose = (event: PointerEvent): void => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const box = field.current!.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * times.length);
    study.go(times[Math.max(0, Math.min(times.length - 1, place))]!.node);
  };
  return (
    <svg
      ref={field}
      class="times-bars"
      viewBox={`0 0 ${WIDTH} ${2 * HALF}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("web.study.times")}
      onPointerDown={choose}
      onPointerMove={choose}
    >
      {times.map(({ node, side, milliseconds }, index) => {
        const height = Math.max(1, (milliseconds / longest) * (HALF - 2));
        return (
          <rect
            key={index}
            class={node === now ? `${side} present` : side}
            x={index * width}
            y={side === "white" ? HALF - height : HALF}
            width={Math.max(1, width * 0.8)}
            height={height}
          />
        );
      })}
      <path d={`M0 ${HALF}H${WIDTH}`} />
    </svg>
  );
}

/** What a side used together, and on which move most. */
function Whole({ study, side, times }: Props & { readonly side: Side }): JSX.Element | null {
  const own = times.filter((each) => each.side === side);
  const [first] = own;
  if (!first) return null;
  const longest = own.reduce(
    (one, two) => (two.milliseconds > one.milliseconds ? two : one),
    first,
  );
  const { number, second } = numberOf(longest.node);
  const values = {
    side: words(study.game.key).text(`color.${side}`),
    all: clockText(own.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
    most: clockText(longest.milliseconds),
    move: `${number}${second ? "…" : "."} ${longest.node.text}`,
  };
  return (
    <li>
      <button type="button" class="link" onClick={() => study.go(longest.node)}>
        {t("web.study.times.side", values)}
      </button>
    </li>
  );
}
