/** A board on which one move is played, entered as in a game. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { BoardInput, DraughtsBoard } from "../../board";
import { after, piecesOf } from "../../game/after";
import { gameOf, geometryOf } from "../../game/variants";
import { step } from "../../input/machine";
import { idle, type InputState } from "../../input/state";
import { starting } from "../../input/ways";
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
    let state = asked(lesson);
    const mark = (lifted = 0): void => {
      const ways = lifted ? starting(state.all, lifted) : state.ways;
      const targets = [...new Set(ways.map(({ move }) => move.target))];
      board.mark({ selected: lifted ? [lifted] : state.picks.slice(0, 1), targets });
    };
    const hear = ({ detail }: CustomEvent<BoardInput>): void => {
      if (detail.type === "key" || !state.active) return;
      if (detail.type === "lift") {
        mark(detail.square);
        return;
      }
      const { state: next, effect } = step(state, detail);
      state = next;
      mark();
      if (effect?.type === "play") {
        const { move, route } = effect;
        const { captures, crowns } = move;
        board.show(after(lesson.board, move), { route, captures, crowns });
        board.mark({ last: [route[0]!, route.at(-1)!] });
        state = { ...state, active: false };
        played();
      } else if (effect?.type === "refuse") {
        board.shake(effect.squares.slice(0, 1));
        refused();
      }
    };
    board.movable = new Set(state.own);
    board.addEventListener("draughts-input", hear);
    return () => board.removeEventListener("draughts-input", hear);
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

/** The state in which the newcomer is to move. */
function asked({ variant, board, turn, legal }: Lesson): InputState {
  const own = piecesOf(board, turn);
  const start = idle(geometryOf(gameOf(variant)));
  return step(start, {
    type: "turn",
    legal,
    faulty: [],
    own,
    mine: true,
    active: true,
    auto: "off",
  }).state;
}
