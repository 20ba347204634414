/** What the book of ballots knows of a card, or of the position after its moves. */

import known from "../generated/ballotbook.json";
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
  /** The names of its deck by language. */
  readonly deck: Names;
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

type Names = Readonly<Record<string, string>>;

/** Code, FEN, and the parts of a worth; see `web/generating/ballotbook.py`. */
type Row = readonly [
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

interface Book {
  readonly names: Names;
  readonly cards: readonly Row[];
}

/** Each game's decks, with the fewest and the most pieces on the board after a card. */
const DECKS = known as Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** What is known of a card, named by its deck and code; null where nothing is. */
export function worthOfCard(deck: string, code: string): Promise<Worth | null> {
  return find(deck, ([ofCode]) => ofCode === code);
}

/** What is known of the card that leads to a position of a game; null where nothing is. */
export async function worthOf(game: string, fen: string): Promise<Worth | null> {
  const pieces = fen.match(/\d+/g)?.length ?? 0;
  for (const [deck, [fewest, most]] of Object.entries(DECKS[game] ?? {})) {
    const may = pieces >= fewest! && pieces <= most!;
    const worth = may && (await find(deck, ([, after]) => after === fen));
    if (worth) return worth;
  }
  return null;
}

async function find(key: string, wanted: (row: Row) => boolean): Promise<Worth | null> {
  const address = FILES[`../generated/ballotbook/${key}.json`];
  if (!address) return null;
  const { names: deck, cards } = await file<Book>(address);
  const row = cards.find(wanted);
  if (!row) return null;
  const [card, , verdict, status, moves, score, depth, nodes, ends, provedFrom] = row;
  const search = score === null ? null : { score, depth: depth ?? 0, nodes: nodes ?? 0 };
  const line = moves.split(" ").filter(Boolean);
  return { card, deck, verdict, status, line, search, ends, provedFrom };
}
