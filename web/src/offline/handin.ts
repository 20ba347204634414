/** Games of this device on their way to the server, which replays and keeps them. */

import facts from "../generated/offline.json";
import type { Begun, HandIn } from "../generated/messages";
import type { Tables } from "./tables";
import { recordFor, type Table } from "./table";

export interface HandedIn {
  readonly game: string;
  /** The game at the server that took it; null: not yet, or never. */
  readonly server: string | null;
  /** What the server said that will never take it. */
  readonly sentence: string;
}

/** Posts a body as JSON; null where no server was reached. */
export type Post = (path: string, body: HandIn) => Promise<Response | null>;

const PATH = "/api/games/hand-in";
/** Answers after which the same game may be taken another time. */
const LATER = [401, 408, 425, 429];

/** The body that hands a game in; `skew` is the server's clock less ours. */
function handInOf(table: Table, skew: number): HandIn {
  const { you, terms, seq } = table;
  // Handed in twice it is stored once, unless it has gone on meanwhile.
  return {
    id: `${table.id}-${seq}`,
    record: shifted(recordFor(table), skew),
    you,
    level: terms.level,
  };
}

/** A record with its times told by the server's clock where ours is ahead: it knows no future. */
function shifted(record: Record<string, unknown>, skew: number): Record<string, unknown> {
  if (skew > -facts.future / 2) return record;
  const events = record["events"] as readonly { readonly at?: number }[];
  const moved = events.map((event) =>
    event.at === undefined ? event : { ...event, at: Math.max(0, event.at + skew) },
  );
  return { ...record, events: moved };
}

/** Hand in a game. */
export async function handIn(
  tables: Tables,
  game: string,
  skew: number,
  post: Post,
): Promise<HandedIn> {
  const { store } = tables;
  const table = await tables.open(game);
  const answer = await post(PATH, handInOf(table, skew));
  if (answer?.ok) {
    const begun = (await answer.json()) as Begun;
    await store.change(game, { handed: begun.game });
    return { game, server: begun.game, sentence: "" };
  }
  const { status } = answer ?? { status: 0 };
  if (!answer || status < 400 || status >= 500 || LATER.includes(status)) {
    return { game, server: null, sentence: "" };
  }
  const said = (await answer.json().catch(() => null)) as { sentence?: string } | null;
  const sentence = said?.sentence || `status ${status}`;
  await store.change(game, { declined: sentence });
  return { game, server: null, sentence };
}
