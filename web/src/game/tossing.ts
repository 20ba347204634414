/** A toss for the sides on this device, drawn by the recipe by which the server draws (E5). */

import { bytesToHex } from "@noble/hashes/utils.js";
import type { Lot } from "../generated/messages";
import type { Side } from "./source";
import { commitmentOf, lotOf, sidesOf } from "./lots";

export interface Tossed {
  /** The lot with its commitment alone, and as it is once it is drawn. */
  readonly open: Lot;
  readonly drawn: Lot;
  /** What this device contributed after it had committed itself. */
  readonly own: string;
  /** The side of the first seat: that of the one whose device it is. */
  readonly side: Side;
}

/** Toss between the two seats. */
export function toss(own: string): Tossed {
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  const header = ["toss"];
  const bare = { kind: "toss", header, lots: 2, contributions: [], seed, result: "" } as const;
  const open = { ...bare, commitment: commitmentOf(bare), seed: "" };
  const contributions = [own];
  const black = lotOf({ header, lots: 2, seed, contributions });
  const drawn = { ...open, seed, contributions, result: String(black) };
  const sides = sidesOf(drawn);
  return { open, drawn: { ...drawn, sides }, own, side: sides[0] };
}
