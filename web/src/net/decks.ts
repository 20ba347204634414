/** The cards that can be drawn from a deck, in the order of their lots. */

import type { DeckCard } from "../game/lots";
import { file } from "../state/files";

const DECKS = import.meta.glob<string>("../generated/decks/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Number, code, name, FEN of the start, moves, and whether it is drawn. */
type Row = readonly [number, string, string, string, string, number, string?];

/** The playable cards of a deck of a game; none where there is no such deck. */
export async function playableCards(game: string, deck: string): Promise<readonly DeckCard[]> {
  const address = DECKS[`../generated/decks/${game}.json`];
  if (!address) return [];
  const rows = await file<Readonly<Record<string, readonly Row[]>>>(address);
  return (rows[deck] ?? [])
    .filter(([, , , , , playable]) => playable === 1)
    .map(([, code, , , moves]) => ({ code, moves: moves.split(" ").filter(Boolean) }));
}
