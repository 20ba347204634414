/** A position as a tiny picture: enough to know a game by, and light enough for a list. */

import type { JSX } from "preact";
import { geometryOf, type Game } from "../game/variants";

interface Props {
  readonly game: Game;
  readonly letters?: string;
}

export function Thumbnail({ game, letters = game.start }: Props): JSX.Element {
  const geometry = geometryOf(game);
  const { width } = game;
  const path = (kinds: string): string =>
    [...letters]
      .flatMap((letter, index) => {
        if (!kinds.includes(letter)) return [];
        const [column, row] = geometry.place(index + 1);
        return [`M${column + 0.14} ${width - row - 0.5}a.36.36 0 1 0 .72 0a.36.36 0 1 0-.72 0`];
      })
      .join("");
  const squares = Array.from({ length: geometry.count }, (_, index) => {
    const [column, row] = geometry.place(index + 1);
    return `M${column} ${width - 1 - row}h1v1h-1z`;
  }).join("");
  return (
    <svg class="thumbnail" viewBox={`0 0 ${width} ${width}`} aria-hidden="true" focusable="false">
      <rect class="thumb-light" width={width} height={width} />
      <path class="thumb-dark" d={squares} />
      <path class="thumb-black" d={path("bB")} />
      <path class="thumb-white" d={path("wW")} />
    </svg>
  );
}
