/** What results mean, however they are written; as the library reads them. */

export type Meaning = "white" | "black" | "draw" | "both lost" | "open";

const LONGEST = 40;
const MEANINGS: Readonly<Record<string, Meaning>> = {
  "1-0": "white",
  "2-0": "white",
  "0-1": "black",
  "0-2": "black",
  "1-1": "draw",
  "1/2-1/2": "draw",
  "0.5-0.5": "draw",
  ".5-.5": "draw",
  "1/2": "draw",
  "0-0": "both lost",
  "*": "open",
  "?": "open",
  "": "open",
};

/** What a result means; null for a text that is none. Letters behind it change nothing. */
export function meaningOf(text: string): Meaning | null {
  if (text.length > LONGEST) return null;
  const plain = text
    .replaceAll("½", "1/2")
    .replaceAll(",", ".")
    .replaceAll(/[:‐‑‒–—−]/g, "-")
    .replaceAll(/\s+/g, "");
  return MEANINGS[plain.replace(/(?<=\d)[A-Za-z]{1,3}$/, "")] ?? null;
}

/** Whether two results contradict each other; one that is open, or no result, contradicts none. */
export function contradict(one: string, two: string): boolean {
  const [first, second] = [meaningOf(one), meaningOf(two)];
  if (!first || !second || first === "open" || second === "open") return false;
  return first !== second;
}
