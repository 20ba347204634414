/** A whole move entered before its turn: squares now, a move when the moves are known. */

import type { InputState, Step } from "./state";
import { along, outcomes } from "./ways";

export function premoveTap(state: InputState, square: number): InputState {
  const { premove, own } = state;
  const [start] = premove;
  if (start === undefined) return own.includes(square) ? { ...state, premove: [square] } : state;
  if (square === start) return { ...state, premove: [] };
  if (premove.length === 1 && own.includes(square)) return { ...state, premove: [square] };
  return square === premove.at(-1) ? state : { ...state, premove: [...premove, square] };
}

/** Play the premove if it is one move now; a premove never asks back. */
export function playPremove(state: InputState, squares: readonly number[]): Step {
  const ways = along(state.all, squares);
  const [way] = ways;
  if (!way || outcomes(ways).length > 1) return { state, effect: { type: "dropped", squares } };
  return { state, effect: { type: "play", move: way.move, route: way.route, by: "premove" } };
}
