/** Where the endgame tables of each game are. */

import type { FetchedTables } from "./endings";

const TABLES = import.meta.glob<string>("../generated/endgames/*.endgame", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Fetch the tables of a name; the service worker keeps them. */
export const fetchedTables: FetchedTables = async (name) => {
  const answer = await fetch(TABLES[`../generated/endgames/${name}.endgame`]!);
  if (!answer.ok) throw new Error(`the endgame tables of ${name}: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
