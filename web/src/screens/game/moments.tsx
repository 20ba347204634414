/** The player's own mistakes once more: each on a board, on which the better move is tried. */

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import "./moments.css";
import { levelIn } from "../../game/adaptive";
import { levelName } from "../../game/levels";
import { pose, type Trial } from "../../game/sandbox";
import type { Session } from "../../game/session";
import type { Game } from "../../game/variants";
import { Dialog } from "../../parts/dialog";
import { handOn } from "../../parts/focus";
import { Sentence } from "../../parts/sentence";
import { useBoard } from "../../parts/use-board";
import { useNow } from "../../parts/use-now";
import { findersOf, GAMES, type Finders } from "../../study/finding";
import { numberOf } from "../../study/move-numbers";
import { Retry } from "../../study/retrying";
import { verdictText } from "../../study/verdict";
import { lessonsIn, type Lesson } from "../../study/review";
import { choicesAt } from "../../study/study";
import { played } from "../../study/tree";
import { t } from "../../text/language";

/** Milliseconds for which the answer to a wrong move is seen. */
const LOOK = 1200;

interface Props {
  readonly session: Session;
  readonly close: () => void;
}

export function Moments({ session, close }: Props): JSX.Element {
  const game = session.game.value!;
  const lessons = useLessons(session);
  const { white, black } = session.view.value!.players;
  const level = white?.level ?? black?.level ?? undefined;
  const list = useRef<HTMLOListElement>(null);
  const onward = (at: number): void => {
    const next = list.current!.children[at + 1];
    if (!next) {
      close();
      return;
    }
    next.scrollIntoView({ inline: "start", block: "nearest" });
    next.querySelector("button")!.focus({ preventScroll: true });
  };
  return (
    <Dialog title={t("web.end.moments", { n: session.review.value!.lessons })} close={close}>
      <ol class="lessons" ref={list}>
        {lessons.map((lesson, at) => (
          <li
            key={lesson.ply}
            aria-label={t("web.report.retry.of", { n: at + 1, all: lessons.length })}
          >
            <Moment game={game} lesson={lesson} level={level} onward={() => onward(at)} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** The mistakes to be played better; none before the look at the game has been found again. */
function useLessons({ source, view, you }: Session): readonly Lesson[] {
  const [lessons, setLessons] = useState<readonly Lesson[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const [side] = you.peek();
    lessonsIn(source, view.peek()!, side!, control.signal).then(setLessons, () => undefined);
    return () => control.abort();
  }, [source]);
  return lessons;
}

interface MomentProps {
  readonly game: Game;
  readonly lesson: Lesson;
  readonly onward: () => void;
  /** The level that is asked whether it finds the better move; without, that of the user. */
  readonly level?: number | undefined;
  /** How the mistake is called; without, by its number in the game. */
  readonly name?: string;
  /** Hears once whether the first try was right. */
  readonly judge?: (right: boolean) => void;
}

export function Moment({ game, lesson, onward, level, name, judge }: MomentProps): JSX.Element {
  const retry = useMemo(() => new Retry([lesson]), [lesson]);
  useEffect(() => () => retry.close(), [retry]);
  const attributes = useTrial(game, lesson, retry);
  const verdict = retry.verdict.value;
  const done = verdict === "right" || verdict === "also_right" || verdict === "shown";
  const first = useRef(judge);
  useEffect(() => {
    if (verdict === "asked" || verdict === "judged") return;
    first.current?.(verdict === "right" || verdict === "also_right");
    first.current = undefined;
  }, [verdict]);
  const { number, second } = numberOf(lesson.node);
  const move = name ?? `${number}${second ? "…" : "."} ${lesson.node.text}`;
  const better = played(lesson.node.parent!.position, lesson.line[0]!, "move")!;
  const asked = verdict === "asked" || verdict === "judged";
  return (
    <>
      <draughts-board {...attributes} />
      <p role="status" class={done ? "good" : ""}>
        <Sentence text={asked ? t("web.end.played", { move }) : verdictText(retry)} />
        {verdict === "shown" && ` ${better.move.short}.`}
        {verdict === "judged" && ` ${t("web.study.looking")}`}
        {done && (
          <>
            {" "}
            <Sentence text={lesson.sentence} />{" "}
            <WhoFinds lesson={lesson} level={level ?? levelIn(game)} move={better.move.short} />
          </>
        )}
      </p>
      <div class="row" ref={handOn}>
        {!done && (
          <button type="button" onClick={() => retry.show()}>
            {t("web.report.retry.show")}
          </button>
        )}
        <button type="button" class={done ? "main" : ""} onClick={onward}>
          {t("web.report.retry.next")}
        </button>
      </div>
    </>
  );
}

interface Finding {
  readonly lesson: Lesson;
  readonly level: number;
  /** The better move as it is written: who tried another one that is good too did not find it. */
  readonly move: string;
}

/** How often the computer of a level finds the better move, and from which level on mostly. */
function WhoFinds({ lesson, level, move }: Finding): JSX.Element | null {
  const [finders, setFinders] = useState<Finders | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const { position } = lesson.node.parent!;
    findersOf(position, lesson.line[0]!, level, control.signal).then(setFinders, () => undefined);
    return () => control.abort();
  }, [lesson, level]);
  if (!finders) return null;
  const { found, mostly } = finders;
  const name = levelName(finders.level);
  const often =
    found === 0 ? "web.end.finds.never" : found < GAMES ? "web.end.finds" : "web.end.finds.always";
  return (
    <>
      {t(often, { name, move, n: found, all: GAMES })}
      {mostly && ` ${t("web.end.finds.mostly", { name: levelName(mostly), level: mostly })}`}
    </>
  );
}

/** Let the better move be looked for on a board; returns the board's attributes. */
function useTrial(game: Game, { node, line }: Lesson, retry: Retry) {
  const { position } = node.parent!;
  const trial = useRef<Trial | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [board, attributes] = useBoard(game, {
    orientation: position.turn,
    handle: (input) => trial.current?.handle(input),
  });
  const again = (): void => board.current!.show(position.board, null);
  useLayoutEffect(() => {
    const { legal, hubs } = choicesAt(position);
    again();
    board.current!.mark({ lines: [{ squares: node.move!.route, kind: "last" }] });
    const posed = { variant: game.id, board: position.board, turn: position.turn, legal };
    trial.current = pose(board.current!, posed, {
      played: (move) => retry.try(hubs.get(move)!),
      refused: () => undefined,
      begun: () => clearTimeout(timer.current),
    });
    return () => clearTimeout(timer.current);
  }, [retry]);
  useNow(() => {
    const tried = retry.tried.value;
    const verdict = retry.verdict.value;
    if (verdict === "asked" || verdict === "judged") return;
    if (verdict === "wrong") {
      // The move was seen; now its answer is, and then the position again.
      if (tried !== null) return;
      const answer = retry.refutation.peek()[1];
      if (answer) board.current!.show(answer.position.board, answer.move);
      timer.current = setTimeout(again, answer ? LOOK : 0);
      return;
    }
    trial.current = null;
    board.current!.movable = new Set();
    if (verdict !== "shown") return;
    const better = played(position, line[0]!, "move")!;
    board.current!.show(better.position.board, better.move);
    board.current!.mark({ last: [better.move.origin, better.move.target] });
  });
  return attributes;
}
