/** Why a move is refused: from the source where squares are named, else from what is on the board. */

import type { Notation } from "../board/geometry";
import type { Geometry } from "../board/geometry";
import type { MoveView, View } from "../generated/messages";
import { squaresIn, plain } from "../input/text";
import { along, outcomes, waysOf } from "../input/ways";
import type { Catalogue } from "../text/catalogue";

export interface Explanation {
  readonly sentence: string;
  /** The id of the rule, as documents name it. */
  readonly rule: string;
  readonly squares: readonly number[];
  /** Texts of the moves that would have been right. */
  readonly moves: readonly string[];
}

/** Why a piece that was picked cannot move. */
export function whyStuck(
  square: number,
  view: Pick<View, "legal" | "must">,
  geometry: Geometry,
  notation: Notation,
  words: Catalogue,
): Explanation {
  const moves = view.legal.map((move) => move.text);
  const [best] = view.legal;
  if (best && view.must.some((must) => must.square === square)) {
    const n = best.captures.length;
    const sentence = words.text("web.game.most", { n, moves: words.either(moves.slice(0, 3)) });
    return { sentence, rule: "", squares: [best.origin], moves };
  }
  const musts = view.must.map((must) => must.square);
  if (musts.length === 0) {
    return { sentence: words.text("web.game.stuck"), rule: "", squares: [], moves: [] };
  }
  const most = Math.max(...view.must.map((must) => must.take ?? 0));
  if (best && most > 1) {
    const named = words.either(moves.slice(0, 3));
    const sentence = words.text("web.game.must_most", { n: most, moves: named });
    return { sentence, rule: "", squares: musts, moves };
  }
  const pieces = words.either(musts.map((square) => geometry.name(square, notation)));
  return {
    sentence: words.text("reason.must_capture", { pieces }),
    rule: "",
    squares: musts,
    moves,
  };
}

/** The playable move that a text names, if it names one. */
export function moveNamed(
  text: string,
  moves: readonly MoveView[],
  geometry: Geometry,
): MoveView | undefined {
  const named = moves.find((move) => plain(move.text) === plain(text));
  if (named) return named;
  const squares = squaresIn(text, geometry);
  if (squares.length < 2) return undefined;
  return outcomes(along(waysOf(moves, geometry), squares))[0];
}
