/** One puzzle: its board, what is asked, and what the player's moves are worth. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { gameOf } from "../../game/variants";
import { handOn } from "../../parts/focus";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { Sentence } from "../../parts/sentence";
import { StepButton } from "../../parts/step-button";
import { standingOf } from "../../puzzles/progress";
import { questionOf } from "../../puzzles/question";
import type { Puzzle } from "../../puzzles/set";
import { solutionOf, type Phase } from "../../puzzles/solving";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import { t, words, type Key } from "../../text/language";
import { PuzzleBoard, TONES, type Hinted } from "./board";
import type { Faulty } from "./fault";

/** How a puzzle went: at once, not at once, or with a hint, which counts for nothing. */
export type Result = "right" | "wrong" | "helped";

interface Props {
  readonly game: string;
  readonly puzzle: Puzzle;
  /** The first try is over; returns by how much it changed the rating. */
  readonly attempted: (result: Result) => number;
  /** The next puzzle; null where this is the last one. */
  readonly onward: (() => void) | null;
  /** Begin the run anew; null while it lasts. */
  readonly again: (() => void) | null;
  /** How the run stands; null where nobody counts. */
  readonly score: JSX.Element | null;
  /** How the run ended; empty while it lasts. */
  readonly ended: string;
  /** Go on by itself, whatever came of it. */
  readonly quick: boolean;
  /** Whether there are hints before the solution. */
  readonly hints: boolean;
  /** What to say once it is solved; empty for nothing. */
  readonly row: string;
}

/** Milliseconds for which a puzzle is seen where time is short: solved, or the mistake. */
const SEEN = 500;
const SEEN_WRONG = 900;

export function Task(props: Props): JSX.Element {
  const { game, puzzle, onward, again, score, ended, quick, hints, row } = props;
  const { phase, why, change, hinted, hint, tell } = useAttempt(props);
  const [given, setGiven] = useState(false);
  const [looked, setLooked] = useState<number | null>(null);
  const over = phase === "solved" || phase === "shown";
  return (
    <div class="puzzle">
      <PuzzleBoard
        variant={game}
        puzzle={puzzle}
        tell={tell}
        given={given}
        refutes={!quick}
        hinted={hinted}
        looked={looked}
        closed={ended !== "" || (quick && phase === "wrong")}
      />
      <section class="panel">
        <p class="puzzle-goal">
          <span class={`puzzle-side ${puzzle.turn}`} aria-hidden="true" />
          {questionOf(puzzle, gameOf(game).key)}
        </p>
        <p role="status" class={ended ? "" : TONES[phase]}>
          <Sentence text={ended || why || phaseSaid(phase, puzzle)} />
          {phase === "solved" && <Gain change={change} row={row} />}
        </p>
        {score}
        {over && <Told game={game} puzzle={puzzle} change={change} />}
        {over && <Solution puzzle={puzzle} looked={looked} look={setLooked} />}
        <div class="row" ref={handOn}>
          {!over && hints && hinted < 2 && (
            <button type="button" onClick={hint}>
              <Icon name="hint" />
              {t(hinted === 0 ? "web.puzzles.hint" : "web.puzzles.hint.more")}
            </button>
          )}
          {!over && (!quick || ended) && (!hints || hinted === 2 || phase === "wrong") && (
            <button type="button" onClick={() => setGiven(true)}>
              <Icon name="play" />
              {t("web.puzzles.show")}
            </button>
          )}
          <Onward onward={over ? onward : null} again={again} />
          {over && !quick && (
            <a class="button" href={href("analysis", "at", game, puzzle.fen)}>
              <Icon name="analysis" />
              {t("web.puzzles.analyse")}
            </a>
          )}
        </div>
        {over && !quick && <Later load={faulty} props={{ game, puzzle: puzzle.id }} />}
      </section>
    </div>
  );
}

/** How it goes with a puzzle: what was done last, and what the first try came to. */
function useAttempt({ attempted, onward, quick }: Props) {
  const [phase, setPhase] = useState<Phase>("ask");
  const [why, setWhy] = useState("");
  const [judged, setJudged] = useState(false);
  const [hinted, setHinted] = useState<Hinted>(0);
  const [change, setChange] = useState(0);
  const judge = (result: Result): void => {
    if (judged) return;
    setJudged(true);
    setChange(attempted(result));
  };
  const hint = (): void => {
    judge("helped");
    setHinted(hinted === 0 ? 1 : 2);
  };
  // What ends a run is known only once it was judged.
  const goOn = useRef(onward);
  goOn.current = onward;
  const tell = (now: Phase, told: string): void => {
    if (now === "wrong" || now === "shown") judge("wrong");
    if (now === "solved") judge("right");
    if (now === "on") setHinted(0);
    if (quick && !judged && (now === "wrong" || now === "solved")) {
      setTimeout(() => goOn.current?.(), now === "wrong" ? SEEN_WRONG : SEEN);
    }
    setPhase(now);
    setWhy(told);
  };
  return { phase, why, change, hinted, hint, tell };
}

/** What is said of what was just done, where nothing is said of the very move. */
function phaseSaid(phase: Phase, { goal }: Puzzle): string {
  const draw = phase === "wrong" && goal === "draw";
  return t(draw ? "web.puzzles.phase.wrong.draw" : `web.puzzles.phase.${phase}`);
}

/** What a puzzle that was solved has brought. */
function Gain({ change, row }: { readonly change: number; readonly row: string }): JSX.Element {
  return (
    <>
      {change > 0 && !preferences.child.value && <strong class="puzzle-change"> +{change}</strong>}{" "}
      {row}
    </>
  );
}

/** The ways on: to the next puzzle, or to another run. */
function Onward({ onward, again }: Pick<Props, "onward" | "again">): JSX.Element {
  return (
    <>
      {onward && (
        <button type="button" class="main" onClick={onward}>
          {t("web.puzzles.next")}
          <Icon name="forward" />
        </button>
      )}
      {again && (
        <button type="button" class="main" onClick={again}>
          <Icon name="rematch" />
          {t("web.puzzles.again")}
        </button>
      )}
    </>
  );
}

interface SolutionProps {
  readonly puzzle: Puzzle;
  /** The plies after which it is looked at; null: it is not. */
  readonly looked: number | null;
  readonly look: (plies: number) => void;
}

/** The solution move by move: a tap shows where it stands. */
function Solution({ puzzle, looked, look }: SolutionProps): JSX.Element {
  const moves = solutionOf(puzzle);
  const at = looked ?? moves.length;
  return (
    <div class="puzzle-line" role="group" aria-label={t("web.puzzles.solution")}>
      <StepButton way="back" disabled={at === 0} step={() => look(at - 1)} />
      <ol>
        {moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              class="plain"
              aria-pressed={at === index + 1}
              onClick={() => look(index + 1)}
            >
              {move.text}
            </button>
          </li>
        ))}
      </ol>
      <StepButton way="forward" disabled={at === moves.length} step={() => look(at + 1)} />
    </div>
  );
}

/** Reporting a puzzle comes when one is over. */
const faulty = async (): Promise<typeof Faulty> => (await import("./fault")).Faulty;

interface ToldProps {
  readonly game: string;
  readonly puzzle: Puzzle;
  /** By how much it changed the rating. */
  readonly change: number;
}

/** What the puzzle was about, once it is over. */
function Told({ game, puzzle, change }: ToldProps): JSX.Element {
  const speech = words(gameOf(game).key);
  const themes = puzzle.themes.map((theme) => speech.text(`web.puzzle.theme.${theme}` as Key));
  return (
    <p class="quiet">
      {t("web.puzzles.about", { themes: themes.join(", "), n: puzzle.rating })}{" "}
      {change !== 0 &&
        !preferences.child.value &&
        t("web.puzzles.yours", {
          n: standingOf(game).rating,
          change: `${change > 0 ? "+" : "–"}${Math.abs(change)}`,
        })}
    </p>
  );
}
