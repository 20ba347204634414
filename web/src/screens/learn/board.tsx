/** A board on which one move is played, entered as in a game. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pose, type Trial } from "../../game/sandbox";
import { gameOf } from "../../game/variants";
import { useBoard } from "../../parts/use-board";
import type { Lesson } from "./lesson";

interface Props {
  readonly lesson: Lesson;
  readonly played: () => void;
  readonly refused: () => void;
}

export function LessonBoard({ lesson, played, refused }: Props): JSX.Element {
  const trial = useRef<Trial | null>(null);
  const [element, attributes] = useBoard(gameOf(lesson.variant), {
    coordinates: "none",
    handle: (input) => trial.current?.handle(input),
  });
  useLayoutEffect(() => {
    const board = element.current!;
    board.show(lesson.board, null, true);
    const end = (): void => {
      trial.current = null;
    };
    // Newcomers learn to capture before they learn what huffing is.
    trial.current = pose(
      board,
      { ...lesson, faulty: [] },
      {
        played: () => {
          end();
          board.movable = new Set();
          played();
        },
        refused,
      },
    );
    return end;
  }, [lesson]);
  return <draughts-board {...attributes} />;
}
