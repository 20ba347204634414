/** What a screen reader calls a square, and what it says of a move. */

import { labelsOf } from "../input/options";
import type { InputState } from "../input/state";
import type { Catalogue, Key } from "../text/catalogue";
import type { LastMove, Shown } from "./board-state";
import type { View } from "./source";
import { geometryOf, type Game } from "./variants";

const PIECES: Readonly<Record<string, Key>> = {
  w: "piece.white_man",
  W: "piece.white_king",
  b: "piece.black_man",
  B: "piece.black_king",
  e: "piece.none",
};

/** Return the key of the name of what stands on a square, by its letter on the board. */
export function pieceKey(letter: string | undefined): Key {
  return PIECES[letter ?? "e"]!;
}

/** Return the function that names each square, and what stands on it now. */
export function plainNames(
  game: Game,
  letters: () => string,
  words: Catalogue,
): (square: number) => string {
  const geometry = geometryOf(game);
  return (square) => {
    const name = geometry.name(square, game.notation);
    return `${name}, ${words.text(pieceKey(letters()[square - 1]))}`;
  };
}

/** Return the function that names each square and says what is to be known of it. */
export function describe(
  game: Game,
  shown: Shown,
  view: View,
  input: InputState | null,
  words: Catalogue,
): (square: number) => string {
  const geometry = geometryOf(game);
  const targets = new Set(input?.ways.map((way) => way.move.target) ?? []);
  const own = (square: number): number =>
    input?.options.find((option) => labelsOf(option).includes(square))?.number ?? 0;
  return (square) => {
    const said = [
      geometry.name(square, game.notation),
      words.text(pieceKey(shown.board[square - 1])),
    ];
    const must =
      shown.live && !view.huffing ? view.must.find((each) => each.square === square) : undefined;
    if (must?.take) said.push(words.text("web.square.must_take", { n: must.take }));
    else if (must) said.push(words.text("web.square.must"));
    if (view.huffable.includes(square)) said.push(words.text("web.square.huffable"));
    if (targets.has(square) && input?.picks[0] !== square)
      said.push(words.text("web.square.target"));
    const number = own(square);
    if (number > 0) said.push(words.text("web.square.choice", { n: number }));
    if (input?.premove.includes(square)) said.push(words.text("web.square.premove"));
    if (shown.last?.route.at(-1) === square) said.push(words.text("web.square.last"));
    return said.join(", ");
  };
}

/** What is said aloud of a move: its route and how many it took. */
export function squareText(
  last: LastMove,
  side: "white" | "black",
  game: Game,
  words: Catalogue,
): string {
  const geometry = geometryOf(game);
  const route = last.route.map((square) => geometry.name(square, game.notation)).join(", ");
  const parts = [words.text("web.say.move", { side: words.text(`color.${side}`), route })];
  if (last.captures.length > 0)
    parts.push(words.text("web.say.taken", { n: last.captures.length }));
  if (last.crowns) parts.push(words.text("term.crowned"));
  return parts.join(" ");
}
