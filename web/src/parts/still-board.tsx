/** A board as a picture: a position of a game, without input. */

import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
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
}

export function StillBoard(props: Props): JSX.Element {
  const { game, letters, change, marks, label, below = "white", coordinates = "none" } = props;
  const [board, attributes] = useBoard(game, { label, orientation: below, coordinates });
  useLayoutEffect(() => {
    board.current!.show(letters, change ?? null);
    board.current!.mark(marks ?? {});
  }, [game, letters, change, marks]);
  return <draughts-board key={`${game.width}${game.full}${game.mirrored}`} {...attributes} />;
}
