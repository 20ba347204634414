/**
 * What this device heard of lots before they were drawn. It is kept the moment it arrives, so that
 * whoever holds the seed cannot exchange the commitment afterwards, not even over a reload.
 */

import type { Lot } from "../generated/messages";
import { store, storedRecord } from "../state/storage";

export interface Witnessed {
  readonly commitment: string;
  readonly header: readonly string[];
  readonly lots: number;
  /** The contributions that were public before the draw, in their order. */
  readonly contributions: readonly string[];
  /** What this device contributed; "" where it did not. */
  readonly own: string;
  /** The seats that this device was told are its own. */
  readonly seats?: readonly number[];
}

type Kept = Readonly<Record<string, Witnessed>>;

const STORE = "crownhead.lots";
const MOST = 60;

let kept = storedRecord(STORE) as Kept;

function keep(name: string, witnessed: Witnessed): void {
  const others = Object.entries(kept).filter(([each]) => each !== name);
  kept = Object.fromEntries([...others, [name, witnessed] as const].slice(-MOST));
  store(STORE, kept);
}

function nameOf(game: string, { kind }: Pick<Lot, "kind">): string {
  return `${game}/${kind}`;
}

/** Keep what is known of lots that are not drawn yet; the first commitment and seats heard stay. */
export function witness(game: string, lots: readonly Lot[], told: readonly number[]): void {
  for (const lot of lots) {
    if (lot.seed) continue;
    const name = nameOf(game, lot);
    const { commitment, header, lots: count, own } = kept[name] ?? { ...lot, own: "" };
    const { contributions } = lot;
    const before = kept[name]?.contributions ?? [];
    const grown = before.every((line, at) => contributions[at] === line);
    const seen = grown ? contributions : before;
    const seats = kept[name]?.seats?.length ? kept[name].seats : told;
    keep(name, { commitment, header, lots: count, contributions: seen, own, seats });
  }
}

/** Keep what this device contributes to the lots of a game, and return what it has contributed. */
export function contributing(
  game: string,
  lots: readonly Lot[],
  text: string,
  seats: readonly number[],
): string {
  const before = lots.map((lot) => kept[nameOf(game, lot)]?.own).find(Boolean);
  const own = before ?? text;
  witness(game, lots, seats);
  for (const lot of lots) {
    const name = nameOf(game, lot);
    const seen = kept[name];
    if (seen) keep(name, { ...seen, own });
  }
  return own;
}

/** What was heard of a lot before it was drawn, or null where this device came later. */
export function witnessedOf(game: string, lot: Pick<Lot, "kind">): Witnessed | null {
  return kept[nameOf(game, lot)] ?? null;
}

/** A game of this device has another name at the server that took it: what was heard stays true. */
export function carryOver(from: string, to: string): void {
  for (const kind of ["toss", "card"] as const) {
    const seen = witnessedOf(from, { kind });
    if (seen && !witnessedOf(to, { kind })) keep(nameOf(to, { kind }), seen);
  }
}
