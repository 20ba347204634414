/** One opening: the player finds its moves, the page plays the other side's. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { addressOf } from "../../drill/addresses";
import { movesOf, withNumbers, taskOf, type Line } from "../../drill/lines";
import { knownOf, recordLine, nextOf } from "../../drill/progress";
import { other } from "../../game/apply-move";
import type { Side } from "../../game/source";
import { gameOf } from "../../game/variants";
import { Icon } from "../../parts/icon";
import { Sentence } from "../../parts/sentence";
import type { Phase } from "../../puzzles/solving";
import { href } from "../../state/route";
import { language, t, words } from "../../text/language";
import { nameIn } from "../../text/languages";
import { Page } from "../page";
import { PuzzleBoard, TONES } from "./board";

interface Props {
  readonly game: string;
  readonly side: Side;
  readonly line: Line;
  /** All lines of this side, for the one that comes next. */
  readonly lines: readonly Line[];
}

export function Drill(props: Props): JSX.Element {
  const { game, side } = props;
  const [again, setAgain] = useState(0);
  return (
    <Page key={again} title={titleOf(props.line)} up={href("puzzles", game, addressOf(side))} wide>
      <Round {...props} again={() => setAgain(again + 1)} />
    </Page>
  );
}

interface RoundProps extends Props {
  readonly again: () => void;
}

/** What a round has come to; `found` counts the own moves that are played. */
interface State {
  readonly phase: Phase;
  readonly found: number;
  readonly clean: boolean;
}

function Round({ game, side, line, lines, again }: RoundProps): JSX.Element {
  const [task] = useState(() => taskOf(line, side)!);
  const [state, setState] = useState<State>({ phase: "ask", found: 0, clean: true });
  const [given, setGiven] = useState(false);
  const [why, setWhy] = useState("");
  const { phase, found } = state;
  const tell = (now: Phase, told: string): void => {
    setWhy(told);
    setState((before) => {
      const clean = before.clean && now !== "wrong" && now !== "shown";
      // The end of a line whose last move is a reply comes after its own "on".
      const last = now === "solved" && before.found < task.steps.length;
      return { phase: now, found: before.found + (now === "on" || last ? 1 : 0), clean };
    });
    if (now === "wrong" || now === "shown") recordLine(game, side, line.id, false);
    if (now === "solved" && state.clean) recordLine(game, side, line.id, true);
  };
  const over = phase === "solved" || phase === "shown";
  const speech = words(gameOf(game).key);
  return (
    <div class="puzzle">
      <PuzzleBoard variant={game} puzzle={task} tell={tell} given={given} />
      <section class="panel">
        <p class="puzzle-goal">
          <span class={`puzzle-side ${side}`} aria-hidden="true" />
          {speech.text("web.openings.yours", { side: speech.text(`color.${side}`) })}
        </p>
        <p role="status" class={TONES[phase]}>
          <Sentence text={why || said(line, side, state)} />
        </p>
        <p class="quiet">
          <Sentence text={withNumbers(playedOf(line, side, found, over))} />
        </p>
        <Acts {...{ game, side, line, lines, again, over }} show={() => setGiven(true)} />
      </section>
    </div>
  );
}

interface ActsProps extends RoundProps {
  readonly over: boolean;
  readonly show: () => void;
}

/** What can be done now: have the moves shown, or go on once they are played. */
function Acts({ game, side, line, lines, again, over, show }: ActsProps): JSX.Element {
  const row = useRef<HTMLDivElement>(null);
  const next = nextOf(lines, knownOf(game, side), line.id);
  useEffect(() => {
    // The button that had the focus is gone.
    if (over && document.activeElement === document.body) {
      row.current!.querySelector<HTMLElement>("a, button")?.focus();
    }
  }, [over]);
  return (
    <div class="row" ref={row}>
      {!over && (
        <button type="button" onClick={show}>
          <Icon name="hint" />
          {t("web.openings.show")}
        </button>
      )}
      {over && next && (
        <a class="button main" href={href("puzzles", game, addressOf(side, next.id))}>
          {t("web.openings.next")}
          <Icon name="forward" />
        </a>
      )}
      {over && (
        <button type="button" onClick={again}>
          <Icon name="rematch" />
          {t("web.puzzles.again")}
        </button>
      )}
      {over && (
        <a class="button" href={href("analysis", "at", game, "", movesOf(line).join(" "))}>
          <Icon name="analysis" />
          {t("web.study")}
        </a>
      )}
    </div>
  );
}

/** One sentence about what was just done, with the moves that it is about. */
function said(line: Line, side: Side, { phase, found, clean }: State): string {
  const moves = movesOf(line);
  const at = plyOf(line, side, found);
  switch (phase) {
    case "ask": {
      const begun = at > 0 ? moves[at - 1]! : "";
      if (!begun) return t("web.openings.ask");
      return t("web.openings.begun", { side: t(`color.${other(side)}`), move: begun });
    }
    case "on":
      return t("web.openings.on", { move: moves[at - 1]! });
    case "wrong":
      return t("web.openings.wrong", { move: moves[at]! });
    case "illegal":
      return t("web.puzzles.phase.illegal");
    case "solved":
      return t(clean ? "web.openings.solved" : "web.openings.solved.helped");
    case "shown":
      return t("web.openings.shown");
  }
}

/** The ply at which a side's move with this number, from 0 on, is due. */
function plyOf({ places }: Line, side: Side, number: number): number {
  return places.findIndex(({ turn }) => turn === side) + 2 * number;
}

/** The moves that stand on the board: nothing that is still to be found. */
function playedOf(line: Line, side: Side, found: number, over: boolean): string[] {
  const moves = movesOf(line);
  return over ? moves : moves.slice(0, plyOf(line, side, found));
}

/** What a line is called: by its name, and as a ballot by its number, too. */
export function titleOf({ names, ballot }: Line): string {
  const name = nameIn(names, language.value);
  return ballot > 0 ? t("web.openings.ballot", { n: ballot, name }) : name;
}
