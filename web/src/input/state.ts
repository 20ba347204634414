/** What the input machine holds, hears and says. */

import type { Geometry } from "../board/geometry";
import type { MoveView } from "../generated/messages";
import type { Option } from "./options";
import type { Way } from "./ways";

/** When the only legal move is played without being asked for. */
export type AutoPlay = "off" | "captures" | "always";

export interface InputState {
  readonly geometry: Geometry;
  /** All that can be played now, faulty moves included; empty while the other side moves. */
  readonly all: readonly Way[];
  /** The player may enter a move (or, while the other side moves, a premove). */
  readonly active: boolean;
  readonly mine: boolean;
  /** Squares of the player's own pieces, for premoves. */
  readonly own: readonly number[];
  /** Squares shown so far; the first is the origin, or the target where pieces are left to choose. */
  readonly picks: readonly number[];
  /** What the picks leave possible; empty without picks. */
  readonly ways: readonly Way[];
  /** Told apart by number once more than one move fits; else empty. */
  readonly options: readonly Option[];
  /** A whole move, entered before its turn. */
  readonly premove: readonly number[];
}

export type InputEvent =
  | {
      readonly type: "turn";
      readonly legal: readonly MoveView[];
      readonly faulty: readonly MoveView[];
      readonly own: readonly number[];
      readonly mine: boolean;
      readonly active: boolean;
      readonly auto: AutoPlay;
    }
  | { readonly type: "tap"; readonly square: number }
  /** A drag: the squares it went over, from the origin to where it ended (0: off the board). */
  | { readonly type: "drop"; readonly trail: readonly number[] }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "digit"; readonly digit: number }
  | { readonly type: "back" }
  | { readonly type: "cancel" };

export type Effect =
  | {
      readonly type: "play";
      readonly move: MoveView;
      readonly route: readonly number[];
      readonly by: "hand" | "drag" | "premove" | "auto";
    }
  /** Nothing goes over these squares; the text is what was typed, if it was. */
  | { readonly type: "refuse"; readonly squares: readonly number[]; readonly text?: string }
  /** The premove was not possible when its turn came. */
  | { readonly type: "dropped"; readonly squares: readonly number[] };

export interface Step {
  readonly state: InputState;
  readonly effect?: Effect;
}

export function idle(geometry: Geometry): InputState {
  return {
    geometry,
    all: [],
    active: false,
    mine: false,
    own: [],
    picks: [],
    ways: [],
    options: [],
    premove: [],
  };
}
