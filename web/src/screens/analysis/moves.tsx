/** The tree of moves: the main line two by two, variations and comments between. */

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { huffedAt, isInTurn, lineFrom, type Node } from "../../study/tree";
import { geometryOf } from "../../game/variants";
import type { Study } from "../../study/study";
import { numberOf } from "../../study/move-numbers";
import { clocksOf, plain } from "../../study/annotations";
import { pointOf } from "../../text/decimal";
import { language, t } from "../../text/language";
import { clockSaid } from "./clock-said";
import { Faults } from "./faults";

/** Glyphs as they are written; the numbers are PDN's. */
export const GLYPHS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

/** Variations within variations beyond this depth stand on no line of their own. */
const DEEPEST = 4;

export function Tree({ study }: { readonly study: Study }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const now = study.at.value;
  // The tree is changed in place: its number of changes tells that it is another one.
  void study.changes.value;
  const root = study.root.value;
  useLayoutEffect(() => {
    const outer = list.current!;
    const current = outer.querySelector<HTMLElement>("[aria-current]");
    if (!current) return outer.scrollTo({ top: 0 });
    const [box, inner] = [outer.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < box.top || inner.bottom > box.bottom) {
      outer.scrollBy({ top: inner.top + inner.height / 2 - box.top - box.height / 2 });
    }
  });
  // Without a move nothing in it takes the focus, by which a small window scrolls it.
  const focus = { tabIndex: root.children.length === 0 ? 0 : -1 };
  return (
    <nav class="tree" aria-label={t("web.moves")} ref={list} {...focus}>
      <Faults faults={study.faults} />
      {plain(root.comment) && <p class="comment">{plain(root.comment)}</p>}
      {root.children.length === 0 && <p class="none">{t("web.moves.none")}</p>}
      <MainLine study={study} from={root} now={now} />
    </nav>
  );
}

interface Props {
  readonly study: Study;
  readonly from: Node;
  readonly now: Node;
}

/** The main line, in rows of two; whatever is said or varied stands below its row. */
function MainLine({ study, from, now }: Props): JSX.Element {
  const rows: JSX.Element[] = [];
  let cells: JSX.Element[] = [];
  let numbered = 0;
  const close = (): void => {
    if (cells.length === 0) return;
    rows.push(
      <div class="pair" key={rows.length}>
        <span class="number">{numbered}.</span>
        {cells}
      </div>,
    );
    cells = [];
  };
  for (const node of lineFrom(from).slice(1)) {
    if (isInTurn(node)) {
      close();
      rows.push(
        <div class="aside" key={rows.length}>
          <Move study={study} node={node} now={now} />
        </div>,
      );
      continue;
    }
    const { number, second } = numberOf(node);
    if (!second) close();
    numbered = number;
    if (second && cells.length === 0)
      cells.push(
        <span class="gap" key="gap">
          …
        </span>,
      );
    cells.push(<Move key="move" study={study} node={node} now={now} />);
    const others = node.parent!.children.slice(1);
    const comment = plain(node.comment);
    if (comment || (others.length > 0 && node.parent!.children[0] === node)) {
      close();
      rows.push(
        <div class="aside" key={rows.length}>
          {comment && <p class="comment">{comment}</p>}
          {others.map((other, index) => (
            <Variation key={index} study={study} first={other} now={now} depth={1} />
          ))}
        </div>,
      );
    } else if (second) close();
  }
  close();
  return <>{rows}</>;
}

interface VariationProps {
  readonly study: Study;
  readonly first: Node;
  readonly now: Node;
  readonly depth: number;
}

function Variation({ study, first, now, depth }: VariationProps): JSX.Element {
  const said: ComponentChildren[] = [];
  let broken = true;
  for (const node of lineFrom(first)) {
    const { number, second } = numberOf(node);
    const key = said.length;
    if (node.before) said.push(<em class="comment" key={`b${key}`}>{`${plain(node.before)} `}</em>);
    said.push(
      <Move
        key={`m${key}`}
        study={study}
        node={node}
        now={now}
        number={!second ? `${number}.` : broken ? `${number}…` : ""}
      />,
    );
    const comment = plain(node.comment);
    if (comment) said.push(<em class="comment" key={`c${key}`}>{`${comment} `}</em>);
    const others = node === first ? [] : node.parent!.children.slice(1);
    for (const [index, other] of others.entries()) {
      said.push(
        <Variation
          key={`v${key}.${index}`}
          study={study}
          first={other}
          now={now}
          depth={depth + 1}
        />,
      );
    }
    broken = comment !== "" || others.length > 0;
  }
  return <div class={depth < DEEPEST ? "variation" : "variation deep"}>{said}</div>;
}

interface MoveProps {
  readonly study: Study;
  readonly node: Node;
  readonly now: Node;
  readonly number?: string;
}

function Move({ study, node, now, number }: MoveProps): JSX.Element {
  const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? `$${nag}`).join("");
  const erred = node.nags.some((nag) => nag === 2 || nag === 4) ? " erred" : "";
  const kind = node.kind === "faulty" || node.kind === "unread" ? ` ${node.kind}` : "";
  return (
    <button
      type="button"
      class={`move${erred}${kind}`}
      aria-current={node === now ? "step" : undefined}
      onClick={() => study.go(node)}
    >
      {number && <span class="number">{number}</span>}
      {textOf(study, node)}
      {node.kind === "unread" && <span class="hidden">{t("web.study.unread")}</span>}
      {glyphs && <span class="glyph">{glyphs}</span>}
      <Given node={node} />
    </button>
  );
}

/** A move, or what was done to the board instead. */
function textOf({ game }: Study, node: Node): string {
  const square = huffedAt(node);
  if (square === 0) return node.text;
  return t("web.moves.huffed", { square: geometryOf(game).name(square, game.notation) });
}

/** What the game's own comments say of a move: the evaluation, and what its clock showed. */
function Given({ node: { comment, parent } }: { readonly node: Node }): JSX.Element | null {
  if (!comment.includes("[%")) return null;
  const mover = parent!.position.turn;
  const clock = clocksOf(comment, mover)[mover];
  const { scores } = parent!.position.ruleset.core;
  const score = scores.told(comment);
  return (
    <span class="given">
      {score !== null && (
        <small title={t("web.study.given")}>{scores.text(score, pointOf(language.value))}</small>
      )}
      {clock !== null && <small title={t("web.study.clock")}>{clockSaid(clock)}</small>}
    </span>
  );
}
