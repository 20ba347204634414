/** `<draughts-board>` as every screen shows a game on it: in the chosen looks, and what is done there. */

import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { BoardInput, DraughtsBoard } from "../board";
import type { Coordinates } from "../board/ground";
import { gameName } from "../game/game-name";
import type { Game } from "../game/variants";
import { boardLooks } from "../state/looks";
import { preferences } from "../state/preferences";
import { words } from "../text/language";

interface Options {
  /** The name of the board for screen readers; without, that of the game. */
  readonly label?: string;
  /** The side seen from below. */
  readonly orientation?: "white" | "black";
  /** Without, as the player prefers them. */
  readonly coordinates?: Coordinates;
  /** Receives what is done with the board; without, nothing can be done with it. */
  readonly handle?: (input: BoardInput) => void;
}

type Attributes = JSX.IntrinsicElements["draughts-board"];

/** Return the board once it stands, and the attributes it is made with. */
export function useBoard(
  game: Game,
  options: Options = {},
): readonly [RefObject<DraughtsBoard | null>, Attributes] {
  const board = useRef<DraughtsBoard>(null);
  return [board, { ref: board, ...attributesOf(game, options) }];
}

function attributesOf(game: Game, options: Options): Attributes {
  const { label, orientation = "white", coordinates, handle } = options;
  return {
    width: game.width,
    full: game.full,
    mirrored: game.mirrored,
    "first-square": game.first_square,
    notation: game.notation,
    ...boardLooks.value,
    coordinates: coordinates ?? preferences.coordinates.value,
    orientation,
    label: label ?? words(game.key).text("web.board", { game: gameName(game) }),
    static: !handle,
    "ondraughts-input": ({ detail }: CustomEvent<BoardInput>) => handle?.(detail),
  };
}
