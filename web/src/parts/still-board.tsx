/** A board as a picture: a position of a game, without input. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DraughtsBoard } from "../board";
import type { Coordinates } from "../board/ground";
import type { Marks } from "../board/marks";
import type { Change } from "../board/men";
import { scheme, theme } from "../state/looks";
import type { Game } from "../game/variants";

interface Props {
  readonly game: Game;
  readonly letters: string;
  readonly label: string;
  readonly marks?: Marks;
  readonly change?: Change | null;
  readonly below?: "white" | "black";
  readonly coordinates?: Coordinates;
}

/** The attributes that tell which board a game is played on. */
export function boardOf(game: Game): Record<string, string | boolean | number> {
  return {
    width: game.width,
    full: game.full,
    mirrored: game.mirrored,
    "first-square": game.first_square,
    notation: game.notation,
  };
}

export function StillBoard(props: Props): JSX.Element {
  const element = useRef<DraughtsBoard>(null);
  const { game, letters, change, marks } = props;
  useLayoutEffect(() => {
    element.current!.show(letters, change ?? null);
    element.current!.mark(marks ?? {});
  }, [game, letters, change, marks]);
  return (
    <draughts-board
      key={`${game.width}${game.full}${game.mirrored}`}
      ref={element}
      {...boardOf(game)}
      static
      theme={theme.value}
      scheme={scheme.value}
      orientation={props.below ?? "white"}
      coordinates={props.coordinates ?? "none"}
      label={props.label}
    />
  );
}
