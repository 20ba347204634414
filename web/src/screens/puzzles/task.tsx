/** One puzzle: its board, what is asked, and what the player's moves are worth. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { Sentence } from "../../parts/sentence";
import { standingOf } from "../../puzzles/progress";
import { questionOf } from "../../puzzles/question";
import type { Puzzle } from "../../puzzles/set";
import type { Phase } from "../../puzzles/solving";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import { t, words, type Key } from "../../text/language";
import { PuzzleBoard, TONES } from "./board";
import type { Faulty } from "./fault";

interface Props {
  readonly game: string;
  readonly puzzle: Puzzle;
  /** The first try is over: solved at once or not. */
  readonly attempted: (right: boolean) => void;
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
}

/** Milliseconds for which a puzzle is seen where time is short: solved, or the mistake. */
const SEEN = 500;
const SEEN_WRONG = 900;

export function Task(props: Props): JSX.Element {
  const { game, puzzle, attempted, onward, again, score, ended, quick } = props;
  const [phase, setPhase] = useState<Phase>("ask");
  const [why, setWhy] = useState("");
  const [judged, setJudged] = useState(false);
  const [given, setGiven] = useState(false);
  const over = phase === "solved" || phase === "shown";
  const judge = (right: boolean): void => {
    if (judged) return;
    setJudged(true);
    attempted(right);
  };
  // What ends a run is known only once it was judged.
  const goOn = useRef(onward);
  goOn.current = onward;
  const tell = (now: Phase, told: string): void => {
    if (now === "wrong" || now === "shown") judge(false);
    if (now === "solved") judge(true);
    if (quick && !judged && (now === "wrong" || now === "solved")) {
      setTimeout(() => goOn.current?.(), now === "wrong" ? SEEN_WRONG : SEEN);
    }
    setPhase(now);
    setWhy(told);
  };
  return (
    <div class="puzzle">
      <PuzzleBoard
        variant={game}
        puzzle={puzzle}
        tell={tell}
        given={given}
        closed={ended !== "" || (quick && phase === "wrong")}
      />
      <section class="panel">
        <p class="puzzle-goal">
          <span class={`puzzle-side ${puzzle.turn}`} aria-hidden="true" />
          {questionOf(puzzle, gameOf(game).key)}
        </p>
        <p role="status" class={ended ? "" : TONES[phase]}>
          <Sentence text={ended || why || t(`web.puzzles.phase.${phase}`)} />
        </p>
        {score}
        {over && <Told game={game} puzzle={puzzle} />}
        {over && !quick && <Later load={faulty} props={{ game, puzzle: puzzle.id }} />}
        <div class="row">
          {!over && (!quick || ended) && (
            <button type="button" onClick={() => setGiven(true)}>
              <Icon name="hint" />
              {t("web.puzzles.show")}
            </button>
          )}
          <Onward onward={over ? onward : null} again={again} />
        </div>
      </section>
    </div>
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

/** Reporting a puzzle comes when one is over. */
const faulty = async (): Promise<typeof Faulty> => (await import("./fault")).Faulty;

/** What the puzzle was about, once it is over. */
function Told({ game, puzzle }: { readonly game: string; readonly puzzle: Puzzle }): JSX.Element {
  const speech = words(gameOf(game).key);
  const themes = puzzle.themes.map((theme) => speech.text(`web.puzzle.theme.${theme}` as Key));
  return (
    <p class="quiet">
      {t("web.puzzles.about", { themes: themes.join(", "), n: puzzle.rating })}{" "}
      {!preferences.child.value && t("web.puzzles.yours", { n: standingOf(game).rating })}{" "}
      <a href={href("edit", game, puzzle.fen)} title={gameName(gameOf(game))}>
        {t("web.puzzles.position")}
      </a>
    </p>
  );
}
