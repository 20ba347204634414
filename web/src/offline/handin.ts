/** Games of this device on their way to the server, which replays and keeps them. */

import facts from "../generated/offline.json";
import type { Begun, HandIn } from "../generated/messages";
import { other } from "../core/position";
import type { HandedIn } from "./messages";
import { recordOfRound } from "./round";
import type { Tables } from "./tables";
import { recordFor, type Table } from "./table";

/** Posts a body as JSON; null where no server was reached. */
export type Post = (path: string, body: HandIn) => Promise<Response | null>;

const PATH = "/api/games/hand-in";
/** Answers after which the same game may be taken another time. */
const LATER = [401, 408, 425, 429];

/** The body that hands in a game, or those of a round; `skew` is the server's clock less ours. */
function handInOf(games: readonly Table[], skew: number): HandIn {
  const [first, last] = [games[0]!, games.at(-1)!];
  const { deck, side, level, toss = null } = first.terms;
  return {
    // Handed in twice it is stored once, unless it has gone on meanwhile.
    id: `${last.id}-${last.seq}`,
    record: shifted(deck === null ? recordFor(first) : recordOfRound(games), skew),
    you: level === null ? [side, other(side)] : [side],
    level,
    // That of a round stands in its record.
    toss: deck === null && toss ? { ...toss } : null,
  };
}

type Json = Readonly<Record<string, unknown>>;

/** A record with its times told by the server's clock where ours is ahead: it knows no future. */
function shifted(record: Json, skew: number): Json {
  if (skew > -facts.future / 2) return record;
  const { games } = record;
  if (games) return { ...record, games: (games as readonly Json[]).map((g) => shifted(g, skew)) };
  const events = record["events"] as readonly { readonly at?: number }[];
  const moved = events.map((event) =>
    event.at === undefined ? event : { ...event, at: Math.max(0, event.at + skew) },
  );
  return { ...record, events: moved };
}

/** Hand in a game, or those of a round together. */
export async function handIn(
  tables: Tables,
  games: readonly string[],
  skew: number,
  post: Post,
): Promise<HandedIn[]> {
  const opened: Table[] = [];
  for (const game of games) opened.push(await tables.open(game));
  const answer = await post(PATH, handInOf(opened, skew));
  const { server, sentence } = await heard(answer);
  const change = server === null ? { declined: sentence } : { handed: server };
  for (const game of server || sentence ? games : []) await tables.store.change(game, change);
  return games.map((game) => ({ game, server, sentence }));
}

/** What an answer means for the games that were handed in. */
async function heard(answer: Response | null): Promise<Omit<HandedIn, "game">> {
  if (answer?.ok) return { server: ((await answer.json()) as Begun).game, sentence: "" };
  const { status } = answer ?? { status: 0 };
  if (!answer || status < 400 || status >= 500 || LATER.includes(status)) {
    return { server: null, sentence: "" };
  }
  const said = (await answer.json().catch(() => null)) as { sentence?: string } | null;
  return { server: null, sentence: said?.sentence || `status ${status}` };
}
