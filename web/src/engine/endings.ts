/** The endgame tables of the engine: which game has which, and when they are fetched. */

import type { Core, Known } from "../core/core";
import carried from "../generated/endgames.json";
import type { Rules } from "../generated/law";
import { fitting, Handing, type FetchedFile } from "./handing";

/** Pieces from which on a search comes upon positions of the tables again and again. */
const FEW = 10;

/** The name of the tables that fit a game, as `crownhead.endgame` has them; null without any. */
export function tablesOf(rules: Rules): string | null {
  return fitting(carried, rules);
}

/** Gives a core the tables of each game once few pieces are left. */
export class Endings {
  readonly #handing: Handing;

  constructor(fetched: FetchedFile) {
    this.#handing = new Handing("endgame tables", fetched, (core, game, file) =>
      core.search.addEndgames(game, file),
    );
  }

  async prepare(core: Core, known: Known, board: string): Promise<void> {
    const name = tablesOf(known.variant.rules);
    if (name !== null && piecesOn(board) <= FEW) await this.#handing.hand(core, known, name);
  }
}

function piecesOn(board: string): number {
  return board.length - board.replaceAll(/[wb]/gi, "").length;
}
