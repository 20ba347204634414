/** A board on which one move is played, entered as in a game. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DraughtsBoard } from "../../board";
import { pose } from "../../game/trial";
import { gameOf } from "../../game/variants";
import { gameName } from "../../parts/game-picker";
import { boardOf } from "../../parts/still-board";
import { scheme, theme } from "../../state/looks";
import { words } from "../../text/language";
import type { Lesson } from "./screen";

interface Props {
  readonly lesson: Lesson;
  readonly played: () => void;
  readonly refused: () => void;
}

export function LessonBoard({ lesson, played, refused }: Props): JSX.Element {
  const element = useRef<DraughtsBoard>(null);
  const game = gameOf(lesson.variant);
  useLayoutEffect(() => {
    const board = element.current!;
    board.show(lesson.board, null, true);
    // Newcomers learn to capture before they learn what huffing is.
    const end = pose(
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
  return (
    <draughts-board
      ref={element}
      {...boardOf(game)}
      theme={theme.value}
      scheme={scheme.value}
      coordinates="none"
      label={words(game.key).text("web.board", { game: gameName(game) })}
    />
  );
}
