/** What the book of ballots knows of a card, or of the position after its moves. */

import { file } from "../state/files";

const FILES = import.meta.glob<string>("../generated/ballotbook/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

export type Verdict =
  "white wins" | "white better" | "level" | "draw" | "black better" | "black wins";

/** What is known of a card. */
export interface Worth {
  readonly card: string;
  readonly verdict: Verdict;
  readonly status: "searched" | "table-backed" | "proved";
  readonly line: readonly string[];
  /** The search, its score in hundredths of a man for White. */
  readonly search: {
    readonly score: number;
    readonly depth: number;
    readonly nodes: number;
  } | null;
  /** How the engine's line down to the endgame tables ends. */
  readonly ends: Verdict | null;
  /** The ply of that line from which on the rest is proved. */
  readonly provedFrom: number | null;
}

/** Deck, code, FEN, and the parts of a worth; see `web/generating/ballotbook.py`. */
type Row = readonly [
  string,
  string,
  string,
  Verdict,
  Worth["status"],
  string,
  number | null,
  number | null,
  number | null,
  Verdict | null,
  number | null,
];

/** What is known of a card of a game, named by its deck and code; null where nothing is. */
export function worthOfCard(game: string, deck: string, code: string): Promise<Worth | null> {
  return find(game, ([ofDeck, ofCode]) => ofDeck === deck && ofCode === code);
}

/** What is known of the card that leads to a position of a game; null where nothing is. */
export function worthOf(game: string, fen: string): Promise<Worth | null> {
  return find(game, ([, , after]) => after === fen);
}

async function find(game: string, wanted: (row: Row) => boolean): Promise<Worth | null> {
  const address = FILES[`../generated/ballotbook/${game}.json`];
  const row = address && (await file<readonly Row[]>(address)).find(wanted);
  if (!row) return null;
  const [, card, , verdict, status, line, score, depth, nodes, ends, provedFrom] = row;
  const search = score === null ? null : { score, depth: depth ?? 0, nodes: nodes ?? 0 };
  return { card, verdict, status, line: line.split(" ").filter(Boolean), search, ends, provedFrom };
}
