/** The board of a puzzle, and the one way to have its solution shown. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { gameOf } from "../../game/variants";
import { takeTouch } from "../../state/touch";
import { useBoard } from "../../parts/use-board";
import type { Task } from "../../puzzles/set";
import { Solving, type Phase } from "../../puzzles/solving";

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
  const solving = useRef<Solving | null>(null);
  const heard = useRef(tell);
  heard.current = tell;
  const [element, attributes] = useBoard(gameOf(variant), {
    orientation: puzzle.turn,
    handle: (input) => solving.current?.handle(input),
  });
  useLayoutEffect(() => {
    const now = new Solving(element.current!, variant, puzzle, (phase, why) =>
      heard.current(phase, why),
    );
    solving.current = now;
    const square = takeTouch();
    if (square) now.handle({ type: "tap", square, by: "pointer" });
    return () => now.close();
  }, [variant, puzzle]);
  useLayoutEffect(() => {
    if (closed) solving.current?.stop();
  }, [closed]);
  useLayoutEffect(() => {
    if (given) solving.current?.show();
  }, [given]);
  return <draughts-board {...attributes} />;
}
