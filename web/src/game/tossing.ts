/** A toss for the sides on this device, drawn by the recipe by which the server draws (E5). */

import { bytesToHex } from "@noble/hashes/utils.js";
import type { Lot } from "../generated/messages";
import { commitmentOf, lineOf, lotOf, sidesOf } from "./lots";

export interface Tossed {
  /** The lot with its commitment alone, and as it is once it is drawn. */
  readonly open: Lot;
  readonly drawn: Lot;
  /** What this device contributed after it had committed itself. */
  readonly own: string;
  /** Which of the two has Black: 1 or 2. */
  readonly black: number;
}

/** The characters of a name. */
const LONGEST = 40;

/** A name as the server writes it, which takes a toss between no others. */
export function written(name: string): string {
  const line = [...lineOf(name.normalize("NFKC"))].slice(0, LONGEST).join("");
  return line.trim();
}

/** The second of two players who are called the same; no longer than a name can be. */
export function second(name: string): string {
  return `${[...name].slice(0, 36).join("")} (2)`;
}

/** Toss between two players; they must not be called the same. */
export function toss(names: readonly [string, string], own: string): Tossed {
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  const header = ["toss", `1 ${names[0]}`, `2 ${names[1]}`];
  const bare = { kind: "toss", header, lots: 2, contributions: [], seed, result: "" } as const;
  const open = { ...bare, commitment: commitmentOf(bare), seed: "" };
  const contributions = [own];
  const black = lotOf({ header, lots: 2, seed, contributions });
  const drawn = { ...open, seed, contributions, result: names[black - 1]! };
  return { open, drawn: { ...drawn, sides: sidesOf(drawn) }, own, black };
}
