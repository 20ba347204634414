/** Writing a position as FEN: with numbers, or with letters where the board has them. */

import type { Geometry } from "./geometry";

/** Return the FEN of a position; `geometry` names the squares by letters and digits. */
export function fenOf(letters: string, turn: "white" | "black", geometry?: Geometry): string {
  const name = (square: number): string => geometry?.name(square, "algebraic") ?? String(square);
  const list = (man: string, king: string): string =>
    [...letters]
      .flatMap((letter, index) => {
        if (letter === king) return [`K${name(index + 1)}`];
        return letter === man ? [name(index + 1)] : [];
      })
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${list("w", "W")}:B${list("b", "B")}`;
}
