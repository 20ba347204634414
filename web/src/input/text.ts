/** Typed moves: `26x37x28`, `26 28`, `c3:e5`, `c3e5`. */

import type { Geometry } from "../board/geometry";

const LONGEST = 200;

/** The squares that a text names, in order; none where it is no move at all. */
export function squaresIn(text: string, geometry: Geometry): number[] {
  if (text.length > LONGEST) return [];
  const names = text.match(/[a-l]\d{1,2}|\d+/gi) ?? [];
  const rest = text.replace(/[a-l]\d{1,2}|\d+/gi, "");
  if (/[^\s\-–x×:.,>]/i.test(rest)) return [];
  const squares = names.map((name) => geometry.squareOf(name));
  return squares.includes(0) ? [] : squares;
}

/** A text as far as it matters for comparing two of them; a capture is not a quiet move. */
export function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[x×:]/g, "x")
    .replace(/[\s\-–]+/g, "-");
}
