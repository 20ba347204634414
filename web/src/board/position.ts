/** Reading what stands on a board: one letter for each square, or FEN. */

import type { Geometry } from "./geometry";

const LONGEST = 1000;

/** Return one letter for each square (`w b W B e`); throws `SyntaxError` for any other text. */
export function lettersOf(text: string, geometry: Geometry): string {
  const clean = text.trim();
  if (clean.length > LONGEST) throw new SyntaxError("a position is shorter than this");
  if (/^[wbWBe]+$/.test(clean) && clean.length === geometry.count) return clean;
  const letters = Array.from({ length: geometry.count }, () => "e");
  const sides = clean.replace(/\.$/, "").split(":").slice(1);
  if (sides.length === 0) throw new SyntaxError(`not a position: ${clean.slice(0, 40)}`);
  for (const part of sides) {
    const letter = part.slice(0, 1).toLowerCase();
    if (letter !== "w" && letter !== "b") continue;
    for (const item of part.slice(1).split(",")) place(item.trim(), letter, letters, geometry);
  }
  return letters.join("");
}

function place(item: string, letter: "w" | "b", letters: string[], geometry: Geometry): void {
  if (item === "") return;
  const king = item.startsWith("K");
  const [from, to] = item
    .slice(king ? 1 : 0)
    .split("-")
    .map((name) => geometry.squareOf(name));
  const last = to ?? from;
  if (!from || !last || last < from) throw new SyntaxError(`not on the board: ${item}`);
  for (let square = from; square <= last; square++) {
    letters[square - 1] = king ? letter.toUpperCase() : letter;
  }
}
