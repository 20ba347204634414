/** The board of the first screen: what it shows, and what touching it does. */

import { signal } from "@preact/signals";
import type { Side } from "../../game/source";
import type { Game } from "../../game/variants";

export interface Hero {
  readonly game: Game;
  readonly letters: string;
  readonly below: Side;
  /** Names each square for those who do not see it. */
  readonly describe: (square: number) => string;
  /** Called with the square of a piece that was touched. */
  readonly touch: (square: number) => void;
}

/** Null until it is known what there is to offer: the board stands before that. */
export const hero = signal<Hero | null>(null);
