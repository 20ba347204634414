/** The board of a puzzle, and the one way to have its solution shown. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import "./puzzles.css";
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
  /** Whether a wrong move is answered before it is taken back. */
  readonly refutes?: boolean;
  /** How far the present move is hinted at: not, its piece, its way. */
  readonly hinted?: Hinted;
  /** The plies of the solution after which it is looked at; null: it is not. */
  readonly looked?: number | null;
}

export type Hinted = 0 | 1 | 2;

/** How what was just done is coloured. */
export const TONES: Readonly<Record<Phase, string>> = {
  ask: "",
  on: "good",
  wrong: "bad",
  illegal: "bad",
  solved: "good",
  shown: "",
};

export function PuzzleBoard(props: Props): JSX.Element {
  const { variant, puzzle, tell, given, closed = false, refutes = false } = props;
  const { hinted = 0, looked = null } = props;
  const solving = useRef<Solving | null>(null);
  const heard = useRef(tell);
  heard.current = tell;
  const [element, attributes] = useBoard(gameOf(variant), {
    orientation: puzzle.turn,
    handle: (input) => solving.current?.handle(input),
  });
  useLayoutEffect(() => {
    const say = (phase: Phase, why: string): void => heard.current(phase, why);
    const now = new Solving(element.current!, variant, puzzle, say, refutes);
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
  useLayoutEffect(() => {
    if (hinted) solving.current?.hint(hinted > 1);
  }, [hinted]);
  useLayoutEffect(() => {
    if (looked !== null) solving.current?.look(looked);
  }, [looked]);
  return <draughts-board {...attributes} />;
}
