/** The board of a puzzle, and the one way to have its solution shown. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DraughtsBoard } from "../../board";
import { gameOf } from "../../game/variants";
import { gameName } from "../../parts/game-picker";
import { boardOf } from "../../parts/still-board";
import type { Task } from "../../puzzles/set";
import { Solving, type Phase } from "../../puzzles/solving";
import { preferences } from "../../state/preferences";
import { scheme, theme } from "../../state/looks";
import { words } from "../../text/language";

interface Props {
  readonly variant: string;
  readonly puzzle: Task;
  readonly tell: (phase: Phase, why: string) => void;
  /** Whether the solution is to be shown. */
  readonly given: boolean;
  /** Whether no more moves are taken. */
  readonly closed?: boolean;
}

/** How what was just done is coloured. */
export const TONES: Readonly<Record<Phase, string>> = {
  ask: "",
  on: "good",
  wrong: "bad",
  illegal: "bad",
  solved: "good",
  shown: "",
};

export function PuzzleBoard({ variant, puzzle, tell, given, closed = false }: Props): JSX.Element {
  const element = useRef<DraughtsBoard>(null);
  const solving = useRef<Solving | null>(null);
  const heard = useRef(tell);
  heard.current = tell;
  const game = gameOf(variant);
  useLayoutEffect(() => {
    const now = new Solving(element.current!, variant, puzzle, (phase, why) =>
      heard.current(phase, why),
    );
    solving.current = now;
    return () => now.close();
  }, [variant, puzzle]);
  useLayoutEffect(() => {
    if (closed) solving.current?.stop();
  }, [closed]);
  useLayoutEffect(() => {
    if (given) solving.current?.show();
  }, [given]);
  return (
    <draughts-board
      ref={element}
      {...boardOf(game)}
      theme={theme.value}
      scheme={scheme.value}
      orientation={puzzle.turn}
      coordinates={preferences.coordinates.value}
      label={words(game.key).text("web.board", { game: gameName(game) })}
    />
  );
}
