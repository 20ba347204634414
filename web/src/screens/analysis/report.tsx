/** The report of a game: how the chances went, how well each side played, the moves that mattered. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FullReport } from "../../generated/messages";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { Sentence } from "../../parts/sentence";
import { courseOf, reported, type Reporting } from "../../study/report";
import { tasksOf } from "../../study/retrying";
import { verdictText } from "../../study/verdict";
import type { Study } from "../../study/study";
import type { Node } from "../../study/tree";
import { numberOf } from "../../study/move-numbers";
import { recordedName } from "../../game/naming";
import { language, t, words } from "../../text/language";
import { Walkable } from "./lines";
import { Times } from "./times";

const WIDTH = 400;
const HEIGHT = 80;

export function Report({ study }: { readonly study: Study }): JSX.Element {
  const now = study.reporter.now.value;
  void study.changes.value;
  const plies = reported(study.root.value).length;
  if (now.state === "there") return <There study={study} {...now} />;
  return (
    <section class="report" aria-label={t("web.report")}>
      <div class="report-empty">
        {now.state === "made" ? (
          <Making study={study} {...now} />
        ) : (
          <>
            <p>{plies === 0 ? t("web.report.empty") : t("web.report.about")}</p>
            <Problem>{now.state === "failed" && (now.sentence || t("web.report.failed"))}</Problem>
            <button
              type="button"
              class="main"
              disabled={plies === 0}
              onClick={() => void study.reporter.ask(study.root.peek())}
            >
              {t("web.report.make")}
            </button>
          </>
        )}
      </div>
      <Times study={study} />
    </section>
  );
}

type Made = Extract<Reporting, { readonly state: "made" }>;

function Making({ study, ...now }: Made & { readonly study: Study }): JSX.Element {
  const { done, total, checked, doubtful } = now;
  const checks = doubtful > 0;
  return (
    <>
      <label class="making">
        {checks
          ? t("web.report.checking", { done: checked, total: doubtful })
          : t("web.report.making", { done, total })}
        <progress max={checks ? doubtful : total} value={checks ? checked : done} />
      </label>
      <button type="button" onClick={() => study.reporter.cancel()}>
        {t("web.cancel")}
      </button>
    </>
  );
}

interface ThereProps {
  readonly study: Study;
  readonly report: FullReport;
  readonly nodes: readonly Node[];
}

function There({ study, report, nodes }: ThereProps): JSX.Element {
  const kind = words(study.game.key);
  const { accuracy, moments, opening } = report;
  const said = (value: number): string =>
    value.toLocaleString(language.value, { maximumFractionDigits: 0 });
  const tasks = tasksOf(report, nodes, study.side);
  const next = nodes.at(-1)!.children[0];
  const partial = next !== undefined && next.kind !== "move";
  return (
    <section class="report" aria-label={t("web.report")}>
      <Graph study={study} report={report} nodes={nodes} />
      {partial && <p>{t("web.report.until", { move: moveText(nodes.at(-1)!) })}</p>}
      <dl class="accuracy">
        {(["white", "black"] as const).map((side) => (
          <div key={side}>
            <dt class={`turn ${side}`}>{kind.text(`color.${side}`)}</dt>
            <dd>
              {accuracy[side] === null
                ? t("web.report.few")
                : t("web.report.accuracy", { value: said(accuracy[side]) })}
            </dd>
          </div>
        ))}
      </dl>
      {opening && <p class="opening">{opening}</p>}
      <div class="report-acts">
        {tasks.length > 0 && (
          <button type="button" class="main" onClick={() => study.retryAll(tasks)}>
            <Icon name="rematch" />
            {t("web.report.retry", { n: tasks.length })}
          </button>
        )}
        <button type="button" onClick={() => study.annotate(nodes, report)}>
          <Icon name="edit" />
          {t("web.report.annotate")}
        </button>
      </div>
      {moments.length === 0 && !partial && <p>{t("web.report.nothing")}</p>}
      <Moments study={study} report={report} nodes={nodes} />
      <Times study={study} />
    </section>
  );
}

/** The moves that mattered: where the reader played, his own first, each under its player's name. */
function Moments({ study, report, nodes }: ThereProps): JSX.Element {
  const { side: own } = study;
  const sideOf = (ply: number): string => report.moves[ply - 1]!.by;
  const list = (of: typeof report.moments): JSX.Element => (
    <ol class="moments">
      {of.map((moment) => (
        <MomentItem key={moment.ply} study={study} moment={moment} node={nodes[moment.ply - 1]!} />
      ))}
    </ol>
  );
  if (!own) return list(report.moments);
  const other = own === "white" ? "black" : "white";
  return (
    <>
      {([own, other] as const).map((side) => {
        const theirs = report.moments.filter(({ ply }) => sideOf(ply) === side);
        if (theirs.length === 0) return null;
        return (
          <section key={side}>
            <h3>{side === own ? t("web.you") : nameOf(study, side)}</h3>
            {list(theirs)}
          </section>
        );
      })}
    </>
  );
}

/** A move with its number, as it is written in a sentence. */
function moveText(node: Node): string {
  const { number, second } = numberOf(node);
  return `${number}${second ? "…" : "."} ${node.text}`;
}

/** What a side is called: by its player where the tags name him. */
function nameOf({ tags, game }: Study, side: "white" | "black"): string {
  const name = side === "white" ? tags.White : tags.Black;
  return name && name !== "?" ? recordedName(name) : words(game.key).text(`color.${side}`);
}

interface MomentProps {
  readonly study: Study;
  readonly moment: FullReport["moments"][number];
  readonly node: Node;
}

function MomentItem({ study, moment: { sentence, line }, node }: MomentProps): JSX.Element {
  const here = study.at.value === node || study.at.value === node.parent;
  return (
    <li aria-current={here ? "step" : undefined}>
      <button
        type="button"
        class="moment"
        onClick={() => study.go(study.at.peek() === node.parent ? node : node.parent!)}
      >
        <b class="unbroken">{moveText(node)}</b>
        <Sentence text={sentence} />
      </button>
      {line[0] !== node.move!.hub && <Walkable study={study} node={node.parent!} hubs={line} />}
    </li>
  );
}

/** Winning chances over the game: White's part below the line. A tap leads to the move. */
function Graph({ study, report, nodes }: ThereProps): JSX.Element {
  const field = useRef<SVGSVGElement>(null);
  const course = courseOf(report, study.ruleset.core.scores);
  const last = Math.max(1, course.length - 1);
  const x = (index: number): number => (index / last) * WIDTH;
  const y = (share: number): number => HEIGHT - share * HEIGHT;
  const points = course.map((share, index) => `${x(index).toFixed(1)} ${y(share).toFixed(1)}`);
  const at = study.at.value;
  const present = at.parent ? nodes.indexOf(at) + 1 : 0;
  const onMain = !at.parent || nodes.includes(at);
  const choose = (event: PointerEvent): void => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const box = field.current!.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const index = Math.max(0, Math.min(last, Math.round(share * last)));
    study.go(index === 0 ? study.root.peek() : nodes[index - 1]!);
  };
  return (
    <svg
      ref={field}
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("web.report.graph")}
      onPointerDown={choose}
      onPointerMove={choose}
    >
      <rect class="black-part" width={WIDTH} height={HEIGHT} />
      <path class="white-part" d={`M0 ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}z`} />
      <path class="even" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {report.moments.map(({ ply }) => (
        <circle key={ply} cx={x(ply)} cy={y(course[ply]!)} r={4} />
      ))}
      {onMain && <path class="present" d={`M${x(present)} 0V${HEIGHT}`} />}
    </svg>
  );
}

/** What is asked in a second try at the mistakes, and what came of it. */
export function Retrying({ study }: { readonly study: Study }): JSX.Element | null {
  const retry = study.retry.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [retry?.at.value]);
  if (!retry) return null;
  const { task } = retry;
  const verdict = retry.verdict.value;
  const total = retry.tasks.length;
  const end = (
    <button type="button" onClick={() => study.endRetry()}>
      {t("web.report.retry.end")}
    </button>
  );
  if (!task) {
    return (
      <section class="retry" aria-live="polite">
        <h2 ref={heading} tabIndex={-1}>
          {t("web.report.retry.done", { n: retry.found.value, all: total })}
        </h2>
        <div class="report-acts">{end}</div>
      </section>
    );
  }
  const done = verdict === "right" || verdict === "also_right" || verdict === "shown";
  const side = words(study.game.key).text(`color.${task.node.parent!.position.turn}`);
  const move = moveText(task.node);
  return (
    <section class="retry" aria-live="polite">
      <small>{t("web.report.retry.of", { n: retry.at.value + 1, all: total })}</small>
      <h2 ref={heading} tabIndex={-1}>
        {verdict === "asked" || verdict === "judged" ? (
          <Sentence text={t("web.report.retry.asked", { side, move })} />
        ) : (
          <Sentence text={verdictText(retry)} />
        )}
      </h2>
      {verdict === "judged" && <p>{t("web.study.looking")}</p>}
      {done && <Walkable study={study} node={task.node.parent!} hubs={task.line} />}
      <div class="report-acts">
        {done ? (
          <button type="button" class="main" onClick={() => study.nextRetry()}>
            {t("web.report.retry.next")}
          </button>
        ) : (
          <button type="button" onClick={() => study.showRetry()}>
            {t("web.report.retry.show")}
          </button>
        )}
        {end}
      </div>
    </section>
  );
}
