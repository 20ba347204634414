/** Writing a position as FEN, with numbers and ranges of none: as every program reads it. */

export function fenOf(letters: string, turn: "white" | "black"): string {
  const list = (man: string, king: string): string =>
    [...letters]
      .flatMap((letter, index) => {
        if (letter === king) return [`K${index + 1}`];
        return letter === man ? [String(index + 1)] : [];
      })
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${list("w", "W")}:B${list("b", "B")}`;
}
