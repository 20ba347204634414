/** The opening books of the engine: which game has which, and when they are fetched. */

import type { Core, Known } from "../core/core";
import carried from "../generated/books.json";
import type { Rules } from "../generated/law";
import { fitting, Handing, type FetchedFile } from "./handing";

/** The name of the book that fits a game, as `crownhead.engines.book` has it; null without any. */
export function bookOf(rules: Rules): string | null {
  return fitting(carried, rules);
}

/** Gives a core the book of each game before its highest level first moves. */
export class Books {
  readonly #handing: Handing;

  constructor(fetched: FetchedFile) {
    this.#handing = new Handing("opening book", fetched, (core, game, file) =>
      core.search.addBook(game, file),
    );
  }

  async prepare(core: Core, known: Known): Promise<void> {
    const name = bookOf(known.variant.rules);
    if (name !== null) await this.#handing.hand(core, known, name);
  }
}
