/** A board as a picture: a position of a game, without input. */

import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { BoardInput } from "../board";
import type { Coordinates } from "../board/ground";
import type { Marks } from "../board/marks";
import type { Change } from "../board/men";
import type { Game } from "../game/variants";
import { useBoard } from "./use-board";

interface Props {
  readonly game: Game;
  readonly letters: string;
  readonly label: string;
  readonly marks?: Marks;
  readonly change?: Change | null;
  readonly below?: "white" | "black";
  readonly coordinates?: Coordinates;
  /** Receives what is done with the board; without, nothing can be done with it. */
  readonly handle?: (input: BoardInput) => void;
  /** Names each square for those who do not see it. */
  readonly describe?: ((square: number) => string) | undefined;
}

export function StillBoard(props: Props): JSX.Element {
  const { game, letters, change, marks, label, below = "white", coordinates = "none" } = props;
  const { handle, describe } = props;
  const [board, attributes] = useBoard(game, {
    label,
    orientation: below,
    coordinates,
    ...(handle ? { handle } : {}),
  });
  useLayoutEffect(() => {
    board.current!.show(letters, change ?? null);
    board.current!.mark(marks ?? {});
    if (describe) board.current!.describe = describe;
  }, [game, letters, change, marks, describe]);
  return <draughts-board key={`${game.width}${game.full}${game.mirrored}`} {...attributes} />;
}
