/** A run of puzzles: one after another, until the player or the mode ends it. */

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Problem } from "../../parts/problem";
import { daily, fitting, rising, today } from "../../puzzles/choice";
import { countResult, dayAfter, keep, standingAfter, standingOf } from "../../puzzles/progress";
import { dueIn, missedIn } from "../../puzzles/missed";
import { bestSaid, daysSaid } from "../../puzzles/said";
import { puzzlesOf, type Puzzle } from "../../puzzles/set";
import { isAbout } from "../../puzzles/themes";
import { go, href } from "../../state/route";
import { t } from "../../text/language";
import { Page } from "../page";
import type { Mode } from "./mode";
import { Task, type Result } from "./task";

/** Milliseconds of a rush, between two looks at its clock, and the mistakes that end it. */
const RUSH = 180_000;
const TICK = 200;
const MISTAKES = 3;

interface Props {
  readonly game: string;
  readonly mode: Mode;
}

export function Run({ game, mode }: Props): JSX.Element {
  const [all, setAll] = useState<readonly Puzzle[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    puzzlesOf(game).then(setAll, () => setFailed(true));
    import("../../puzzles/faults").then(
      ({ tellWaiting }) => tellWaiting(),
      () => undefined,
    );
  }, [game]);
  const title = t(
    mode.kind === "theme" || mode.kind === "one" ? "web.puzzles" : `web.puzzles.${mode.kind}`,
  );
  return (
    <Page title={title} up={href("puzzles", game)} wide>
      <Problem>{failed && t("web.puzzles.away")}</Problem>
      {all && <Puzzles game={game} mode={mode} all={all} />}
    </Page>
  );
}

/** A run of which nothing was tried yet. */
const FRESH = { solved: [], missed: [], row: 0 } as const;

/** What a run remembers. */
interface Course {
  readonly puzzle: Puzzle | undefined;
  /** Which puzzle of the run it is. */
  readonly number: number;
  /** Puzzles of this run that were solved, and those that were not. */
  readonly solved: readonly string[];
  readonly missed: readonly string[];
  /** Puzzles that were solved one after another, up to now. */
  readonly row: number;
}

function Puzzles({ game, mode, all }: Props & { readonly all: readonly Puzzle[] }): JSX.Element {
  const [course, setCourse] = useState<Course>(() => ({
    puzzle: next(all, mode, game, []),
    number: 0,
    ...FRESH,
  }));
  const [run, setRun] = useState(0);
  const { puzzle, solved, missed, row } = course;
  const mistakes = mode.kind === "rush" ? MISTAKES : 1;
  const counts = mode.kind === "streak" || mode.kind === "rush";
  const lost = counts && missed.length >= mistakes;
  const left = useSeconds(mode.kind === "rush", run, lost);
  const over = counts && (lost || left === 0);
  const again = (): void => {
    const puzzle = next(all, mode, game, []);
    setCourse({ puzzle, number: course.number + 1, ...FRESH });
    setRun(run + 1);
  };
  if (!puzzle) {
    return (
      <p class="panel">
        {t(mode.kind === "missed" ? "web.puzzles.missed.none" : "web.puzzles.unknown")}
      </p>
    );
  }
  const attempted = (result: Result): number => {
    const right = result === "right";
    const change = record(game, mode, puzzle, result, solved.length + (right ? 1 : 0));
    setCourse({
      ...course,
      solved: right ? [...solved, puzzle.id] : solved,
      missed: right ? missed : [...missed, puzzle.id],
      row: right ? row + 1 : 0,
    });
    return change;
  };
  const seen = [...solved, ...missed];
  const follow = (): void => {
    if (mode.kind === "daily") go("puzzles", game, "rated");
    else setCourse({ ...course, puzzle: next(all, mode, game, seen), number: course.number + 1 });
  };
  const onward = over || mode.kind === "one" ? null : follow;
  return (
    <Task
      key={course.number}
      game={game}
      puzzle={puzzle}
      attempted={attempted}
      onward={onward}
      again={over ? again : null}
      score={counts ? <Score game={game} course={course} left={left} /> : null}
      ended={over ? endOf(game, mode, solved.length, lost) : ""}
      quick={mode.kind === "rush"}
      hints={!counts}
      row={rowSaid(game, mode, row)}
    />
  );
}

/** What is said of the puzzles, or days, solved one after another; nothing of a single one. */
function rowSaid(game: string, { kind }: Mode, row: number): string {
  if (kind === "daily") return daysSaid(game);
  return row > 1 && (kind === "rated" || kind === "theme") ? t("web.puzzles.row", { n: row }) : "";
}

/** The whole seconds that are left of a run against time; null where none is. */
function useSeconds(timed: boolean, run: number, stopped: boolean): number | null {
  const [left, setLeft] = useState(RUSH / 1000);
  const end = useMemo(() => Date.now() + RUSH, [run]);
  const now = (): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));
  useEffect(() => {
    if (!timed || stopped) return undefined;
    setLeft(now());
    const timer = setInterval(() => setLeft(now()), TICK);
    return () => clearInterval(timer);
  }, [timed, end, stopped]);
  return timed ? left : null;
}

/** How a run ended, and the best one of this game. */
function endOf(game: string, { kind }: Mode, n: number, lost: boolean): string {
  const { streak, rush } = standingOf(game);
  if (kind === "streak") return `${t("web.puzzles.over.streak", { n })} ${bestSaid(streak)}`.trim();
  const over = lost ? "web.puzzles.over.mistakes" : "web.puzzles.over.time";
  return `${t(over, { n, mistakes: MISTAKES })} ${bestSaid(rush)}`.trim();
}

interface ScoreProps {
  readonly game: string;
  readonly course: Course;
  /** Seconds; null where time does not count. */
  readonly left: number | null;
}

/** The clock of a run against time, what was solved, the mistakes, and the best run of its kind. */
function Score({ game, course, left }: ScoreProps): JSX.Element {
  const { streak, rush } = standingOf(game);
  const best = left === null ? streak : rush;
  const solved = course.solved.length;
  return (
    <dl class="puzzle-run">
      {left !== null && (
        <div>
          <dt>{t("web.puzzles.time")}</dt>
          <dd>
            <span role="timer">
              {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}
            </span>
          </dd>
        </div>
      )}
      <div>
        <dt>{t(left === null ? "web.puzzles.in_a_row" : "web.puzzles.solved")}</dt>
        <dd>{solved}</dd>
      </div>
      {left !== null && (
        <div>
          <dt>{t("web.puzzles.mistakes")}</dt>
          <dd>{t("web.puzzles.of", { n: course.missed.length, all: MISTAKES })}</dd>
        </div>
      )}
      {best > 0 && (
        <div>
          <dt>{t("web.puzzles.best.so_far")}</dt>
          <dd>{Math.max(best, solved)}</dd>
        </div>
      )}
    </dl>
  );
}

function next(
  all: readonly Puzzle[],
  mode: Mode,
  game: string,
  seen: readonly string[],
): Puzzle | undefined {
  switch (mode.kind) {
    case "rated":
      return fitting(all, standingOf(game));
    case "theme":
      return fitting(
        all.filter((puzzle) => isAbout(game, puzzle, mode.theme)),
        standingOf(game),
      );
    case "missed": {
      const due = dueIn(game).find((each) => !seen.includes(each));
      return all.find(({ id }) => id === due);
    }
    case "daily":
      return daily(all, today(), standingOf(game).rating);
    case "streak":
    case "rush":
      return rising(all, seen);
    case "one":
      return all.find(({ id }) => id === mode.id);
  }
}

/**
 * Remember what came of a puzzle; hints, runs against time and others' links rate nobody. Returns
 * by how much the rating changed.
 */
function record(game: string, mode: Mode, puzzle: Puzzle, result: Result, run: number): number {
  const standing = standingOf(game);
  const right = result === "right";
  const ranked = mode.kind === "rated" || mode.kind === "theme" || mode.kind === "daily";
  const rated = ranked && result !== "helped";
  keep(
    game,
    rated ? standingAfter(standing, puzzle, right) : countResult(standing, puzzle.id, right),
  );
  // The spacing of what was missed comes when something was.
  if (!right || puzzle.id in missedIn(game)) {
    import("../../puzzles/repeating").then(
      ({ repeat }) => repeat(game, puzzle.id, right),
      () => undefined,
    );
  }
  if (mode.kind === "daily" && right) keep(game, dayAfter(standing, today()));
  if (mode.kind === "streak") keep(game, { streak: Math.max(standing.streak, run) });
  if (mode.kind === "rush") keep(game, { rush: Math.max(standing.rush, run) });
  return standingOf(game).rating - standing.rating;
}
