/** The endgame tables of the engine: which game has which, and when they are fetched. */

import type { Rules } from "../generated/law";
import carried from "../generated/endgames.json";
import type { Core, Known } from "../core/core";

/** Fetch the tables of this name. */
export type FetchedTables = (name: string) => Promise<Uint8Array>;

/** Pieces from which on a search comes upon positions of the tables again and again. */
const FEW = 10;

/** The name of the tables that fit a game, as `crownhead.endgame` has them; null without any. */
export function tablesOf(rules: Rules): string | null {
  const fitting = carried.find(({ rules: known }) =>
    Object.entries(known).every(
      ([name, value]) => String(rules[name as keyof Rules]) === String(value),
    ),
  );
  return fitting?.name ?? null;
}

/** Gives a core the tables of each game once few pieces are left. */
export class Endings {
  readonly #given = new Set<number>();

  constructor(readonly fetched: FetchedTables) {}

  /** Without the file it goes on without tables, and asks for them again the next time. */
  async prepare(core: Core, { number, variant }: Known, board: string): Promise<void> {
    const name = tablesOf(variant.rules);
    if (name === null || this.#given.has(number) || piecesOn(board) > FEW) return;
    let file: Uint8Array;
    try {
      file = await this.fetched(name);
    } catch {
      // There is no network.
      return;
    }
    // Somebody else may have waited for it, too.
    if (this.#given.has(number)) return;
    this.#given.add(number);
    if (!core.search.addEndgames(number, file)) console.warn(`${name}: damaged endgame tables`);
  }
}

function piecesOn(board: string): number {
  return board.length - board.replaceAll(/[wb]/gi, "").length;
}
