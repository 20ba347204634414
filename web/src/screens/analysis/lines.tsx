/** What the engine sees: its best lines, to be stepped through by pointing or by tapping. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CoreMove } from "../../core/moves";
import type { LineVerdict, Verdict } from "../../core/search";
import { other, type Position } from "../../core/position";
import type { Side } from "../../core/rules";
import { MOST_LINES, set, settings } from "../../study/settings";
import type { Asked } from "../../study/engine";
import type { Study } from "../../study/study";
import { numberOf, type Numbered } from "../../study/move-numbers";
import { played, type Node } from "../../study/tree";
import { decimal, pointOf } from "../../text/decimal";
import { language, t, words } from "../../text/language";
import { Dialog } from "../../parts/dialog";
import { SmallSwitch } from "./small-switch";

/** The moves of a line that are shown. */
const LONGEST = 16;
/** The most pieces whose tables a server usually has; those of a page have fewer. */
const MOST_IN_TABLES = 5;

export function Lines({ study }: { readonly study: Study }): JSX.Element {
  const { on, lines, threat } = settings.value;
  const { found, verdict, moves, done, failed } = study.engine.known.value;
  const [all, setAll] = useState(false);
  const { position } = study.at.value;
  const blocked = study.choices.value.legal.length === 0;
  const from = threat && !blocked ? position.turned() : position;
  const sign = (position.turn === "white") === !threat ? 1 : -1;
  return (
    <section class="engine" aria-label={t("web.study.engine")}>
      <Head study={study} />
      {on && verdict && !blocked && (
        <p class="verdict">
          {verdictSaid(verdict, from.turn, study)}
          {moves.length > 1 && !threat && (
            <button type="button" class="plain tight" onClick={() => setAll(true)}>
              {t("web.study.tables.all", { n: moves.length })}
            </button>
          )}
        </p>
      )}
      {on && !verdict && found && !blocked && !threat && <Asking study={study} />}
      {all && <AllMoves study={study} close={() => setAll(false)} />}
      {on && (
        <ol
          class="engine-lines"
          style={{ "--lines": lines }}
          onPointerLeave={() => (study.peek.value = null)}
        >
          {study.choices.value.tooComplex || failed ? (
            <li class="none">{t("web.study.too_complex")}</li>
          ) : blocked ? (
            <li class="none">{t("web.study.no_move")}</li>
          ) : (
            found?.lines.map((line, index) => (
              <OneLine
                key={index}
                study={study}
                from={from}
                threat={threat}
                score={sign * line.score}
                hubs={line.moves}
                known={line.tables && lineSaid(line.tables, from.turn)}
              />
            ))
          )}
          {!found && !blocked && !failed && !done && <li class="none">{t("web.study.looking")}</li>}
        </ol>
      )}
    </section>
  );
}

/** Endgames that the tables of the page do not know: those of the server are asked when wanted. */
function Asking({ study }: { readonly study: Study }): JSX.Element | null {
  const { asked } = study.engine.known.value;
  const pieces = study.at.value.position.board.match(/[wb]/gi)?.length ?? 0;
  if (pieces > MOST_IN_TABLES || settings.value.server) return null;
  return (
    <p class="asking">
      <span role="status">{asked && askedSaid(asked)}</span>
      {(!asked || asked.now === "away") && (
        <button type="button" class="plain tight" onClick={() => study.askTables(language.peek())}>
          {t("web.study.tables.ask")}
        </button>
      )}
    </p>
  );
}

function askedSaid({ now, sentence }: Asked): string {
  return now === "away" ? sentence || t("web.no_server") : t(`web.study.tables.${now}`);
}

/** The switches of the engine, and how deep it sees. */
function Head({ study }: { readonly study: Study }): JSX.Element {
  const { on, lines, depth, threat } = settings.value;
  const { found, done } = study.engine.known.value;
  const ended = depth > 0 && done && found !== null && found.depth >= depth;
  return (
    <header>
      <SmallSwitch label={t("web.study.engine")} on={on} change={(on) => set({ on })} />
      <small class="depth">{on && study.engine.known.value.found && <Depth study={study} />}</small>
      {on && ended && (
        <button type="button" class="plain tight" onClick={() => study.lookDeeper()}>
          {t("web.study.deeper")}
        </button>
      )}
      <button
        type="button"
        class="plain tight"
        aria-pressed={threat}
        disabled={!on}
        onClick={() => set({ threat: !threat })}
      >
        {t("web.study.threat")}
      </button>
      <label class="how-many">
        <small>{t("web.study.lines")}</small>
        <select
          value={lines}
          disabled={!on}
          onChange={(event) => set({ lines: Number(event.currentTarget.value) })}
        >
          {Array.from({ length: MOST_LINES }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}

/** What the endgame tables say: who wins, in how many moves, and whether a draw rule lets him. */
function verdictSaid({ value, plies, cutBy }: Verdict, turn: Side, study: Study): string {
  if (value === 0) return t("web.study.tables.drawn");
  const side = t(`color.${value > 0 ? turn : other(turn)}`);
  if (plies === null) return t("web.study.tables.won", { side });
  const n = Math.ceil(plies / 2);
  if (cutBy === null) return t("web.study.tables.wins", { side, n });
  const { rule } = study.ruleset.variant.rules.draw_rules[cutBy]!;
  const name = words(study.game.key).maybe(`draw_rule.${rule}`, rule);
  return t("web.study.tables.cut", { side, n, rule: name });
}

/** What the endgame tables say of a move, below a heading that names them. */
function moveSaid({ value, plies, cut }: LineVerdict, turn: Side): string {
  if (value === 0 || cut) return t("web.study.tables.move.drawn");
  const side = t(`color.${value > 0 ? turn : other(turn)}`);
  if (plies === null) return t("web.study.tables.move.won", { side });
  return t("web.study.tables.move.wins", { side, n: Math.ceil(plies / 2) });
}

/** What the endgame tables say of each legal move: a tap plays it. */
function AllMoves({
  study,
  close,
}: {
  readonly study: Study;
  readonly close: () => void;
}): JSX.Element {
  const { position } = study.at.value;
  const texts = new Map(position.moves("legal").map(({ hub, short }) => [hub, short]));
  return (
    <Dialog title={t("web.study.tables.title")} close={close}>
      <ul class="list table-moves">
        {study.engine.known.value.moves.map((move) => (
          <li key={move.hub}>
            <button
              type="button"
              onClick={() => {
                close();
                study.play(move.hub);
              }}
            >
              <b class="unbroken">{texts.get(move.hub)}</b>
              <span>{moveSaid(move, position.turn)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What the endgame tables say of a line. */
function lineSaid({ value, plies, cut }: LineVerdict, turn: Side): string {
  if (value === 0 || cut) return t("web.study.tables.drawn");
  const side = t(`color.${value > 0 ? turn : other(turn)}`);
  if (plies === null) return t("web.study.tables.won", { side });
  return t("web.study.tables.wins", { side, n: Math.ceil(plies / 2) });
}

function Depth({ study }: { readonly study: Study }): JSX.Element {
  const { found, done, there } = study.engine.known.value;
  const { depth, nodes, milliseconds } = found!;
  const million = decimal(nodes / 1e6, language.value);
  const speed = milliseconds > 0 ? Math.round(nodes / milliseconds) : 0;
  return (
    <>
      {t("web.study.depth", { n: depth })}
      {there && ` · ${t("web.study.there")}`}
      <span class="nodes"> · {t("web.study.nodes", { million, n: speed })}</span>
      {done ? "" : " …"}
    </>
  );
}

interface LineProps {
  readonly study: Study;
  readonly from: Position;
  readonly threat: boolean;
  /** For White. */
  readonly score: number;
  readonly hubs: readonly string[];
  /** What the endgame tables say of it, if they know. */
  readonly known: string | null;
}

interface Step {
  readonly position: Position;
  readonly move: CoreMove;
}

/** A line as positions, as far as it is shown. */
export function stepsOf(from: Position, hubs: readonly string[]): Step[] {
  const steps: Step[] = [];
  let position = from;
  for (const hub of hubs.slice(0, LONGEST)) {
    const next = played(position, hub, "move");
    if (!next) break;
    steps.push(next);
    ({ position } = next);
  }
  return steps;
}

function OneLine({ study, from, threat, score, hubs, known }: LineProps): JSX.Element {
  const { scores } = from.ruleset.core;
  const share = Math.round(scores.chance(score) * 100);
  const text = scores.text(score, pointOf(language.value));
  return (
    <li>
      <b
        class={text.startsWith("–") ? "score of-black" : "score of-white"}
        title={known ?? t("web.study.chances", { n: share })}
      >
        {text}
      </b>
      {threat ? (
        <Walkable study={study} from={from} hubs={hubs} />
      ) : (
        <Walkable study={study} node={study.at.value} hubs={hubs} />
      )}
    </li>
  );
}

interface WalkableProps {
  readonly study: Study;
  readonly hubs: readonly string[];
  /** The node that the line begins at; a tap plays the line in the tree. */
  readonly node?: Node;
  /** A position that no node has: a tap only shows it. */
  readonly from?: Position;
}

/** A line that can be stepped through by pointing, and played by tapping. */
export function Walkable({ study, hubs, node, from }: WalkableProps): JSX.Element {
  const steps = stepsOf(node?.position ?? from!, hubs);
  const touched = useRef(false);
  let counted = node && numberOf(node);
  return (
    <span class="line-moves" onPointerLeave={() => (study.peek.value = null)}>
      {steps.map((step, index) => {
        counted = counted && next(counted);
        const { number, second } = counted ?? { number: 0, second: true };
        return (
          <button
            type="button"
            key={index}
            class="plain step"
            onPointerEnter={(event) => {
              touched.current = event.pointerType === "touch";
              if (!touched.current) study.peek.value = step;
            }}
            onFocus={() => (study.peek.value = touched.current ? null : step)}
            onBlur={() => (study.peek.value = null)}
            onClick={() => {
              if (node) study.playLine(hubs.slice(0, index + 1), node);
              else study.peek.value = step;
            }}
          >
            {node && (!second || index === 0) && (
              <span class="number">{second ? `${number}…` : `${number}.`}</span>
            )}
            {step.move.short}
          </button>
        );
      })}
    </span>
  );
}

function next({ number, second }: Numbered): Numbered {
  return second ? { number: number + 1, second: false } : { number, second: true };
}
