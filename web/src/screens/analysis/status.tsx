/** What stands at a position: whose turn it is, the end of the game, counters of draw rules. */

import type { JSX } from "preact";
import type { Position } from "../../core/position";
import { Speech } from "../../text/sentences";
import { clocksOf, type Clocks } from "../../study/annotations";
import { lawAt } from "../../study/draw-counts";
import type { Study } from "../../study/study";
import { openingOf } from "../../study/naming";
import { lastRead, type Node } from "../../study/tree";
import type { Catalogue } from "../../text/catalogue";
import { language, t, words } from "../../text/language";
import { clockSaid } from "./clock-said";

export function Status({ study }: { readonly study: Study }): JSX.Element {
  const node = study.at.value;
  const kind = words(study.game.key);
  const { position } = node;
  const { legal, tooComplex } = study.choices.value;
  const facts = tooComplex ? null : lawAt(node);
  const { repetition } = study.ruleset.variant.rules;
  const counts = (facts?.counters ?? []).flatMap(({ rule, made, limit, unit, resets }) => {
    if (unit === "occurrences") {
      if (made < 2) return [];
      return [
        { key: rule, label: kind.text("web.count.repetition", { n: made, limit: repetition }) },
      ];
    }
    const name = kind.maybe(`draw_rule.${rule}`, rule);
    const over = made >= limit;
    const n = Math.ceil((limit - made) / 2);
    // A count that every position has is told once it matters.
    if (!over && (made === 0 || (resets.length > 0 && n > 10))) return [];
    const text = over
      ? t("web.study.count.over", { rule: name })
      : t("web.study.count", { rule: name, n });
    return [{ key: rule, label: text }];
  });
  const over = legal.length === 0 && !tooComplex;
  const opening = openingOf(node, language.value);
  const side = kind.text(`color.${position.turn}`);
  void study.changes.value;
  const clocks = clocksAt(node);
  return (
    <div class="study-status" role="status">
      <span class={`turn ${position.turn}`}>
        {over ? whyOver(position, side, kind) : t("web.study.turn", { side })}
      </span>
      {node.kind === "unread" && <span class="bad">{whyUnread(node)}</span>}
      {(["white", "black"] as const).map(
        (each) =>
          clocks[each] !== null && (
            <span class="chip time-left" key={each} title={t("web.study.clock")}>
              {`${kind.text(`color.${each}`)} ${clockSaid(clocks[each])}`}
            </span>
          ),
      )}
      {opening && <span class="opening">{opening}</span>}
      {counts.map(({ key, label }) => (
        <span class="chip count" key={key}>
          {label}
        </span>
      ))}
    </div>
  );
}

/** Why the side to move cannot: it has no piece left, or they are all blocked. */
function whyOver({ board, turn }: Position, side: string, kind: Catalogue): string {
  const bare = !board.toLowerCase().includes(turn === "white" ? "w" : "b");
  return bare ? kind.text("outcome.no-pieces", { stuck: side }) : t("web.study.stuck", { side });
}

/** What both clocks showed last on the way to a node. */
function clocksAt(node: Node): Clocks {
  let [white, black]: (number | null)[] = [null, null];
  for (let at = node; at.parent && (white === null || black === null); at = at.parent) {
    if (!at.comment.includes("[%cl")) continue;
    const clocks = clocksOf(at.comment, at.parent.position.turn);
    white ??= clocks.white;
    black ??= clocks.black;
  }
  return { white: white ?? null, black: black ?? null };
}

/** Why the text of a node was not played. */
function whyUnread(node: Node): string {
  const { position } = lastRead(node);
  const refused = t("web.study.unread.text", { text: node.unread });
  // What follows it belongs to positions that nobody knows.
  if (node.parent!.kind === "unread") return t("web.study.unread");
  try {
    const reason = position.explain(node.unread);
    if (!reason) return refused;
    return `${refused} ${new Speech(words("")).reason(reason, position.ruleset)}`;
  } catch {
    return refused;
  }
}
