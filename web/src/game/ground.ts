/** On what ground a program gave a verdict on a refused draw. */

/** What a program gave a verdict by, as the side that refused the draw stands. */
export type Ground =
  | {
      readonly said: "tables" | "search";
      readonly value: "win" | "draw" | "loss";
      readonly plies: number | null;
    }
  | {
      readonly said: "margin";
      readonly depth: number;
      /** Hundredths of a man. */
      readonly score: number;
      readonly margin: number;
    };

// As `crownhead.adjudication.Ground` writes them.
const PROVEN = /^(tables|search): (win|draw|loss)(?: in (\d+) plies)?$/;
const MARGIN = /^(?:margin|engine): (?:nodes \d+, )?depth (\d+), score ([+-]\d+), margin (\d+)$/;

/** Read the reason of a verdict; null where no program gave it. */
export function groundOf(reason: string): Ground | null {
  const [, said, value, plies] = PROVEN.exec(reason) ?? [];
  if (said && value) {
    return {
      said: said as "tables" | "search",
      value: value as "win" | "draw" | "loss",
      plies: plies ? Number(plies) : null,
    };
  }
  const [, depth, score, margin] = MARGIN.exec(reason) ?? [];
  if (!depth) return null;
  return { said: "margin", depth: Number(depth), score: Number(score), margin: Number(margin) };
}

/** Whether a program has found a decided advantage. */
export function isAdvantage(ground: Ground): boolean {
  return ground.said === "margin" ? ground.score >= ground.margin : ground.value === "win";
}
