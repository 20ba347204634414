/** Where the opening book and the endgame tables of each game are. */

import type { FetchedFile } from "./handing";

const BOOKS = import.meta.glob<string>("../generated/books/*.book", {
  query: "?url",
  import: "default",
  eager: true,
});

const TABLES = import.meta.glob<string>("../generated/endgames/*.endgame", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Fetch the book of a name; the service worker keeps it. */
export const fetchedBook: FetchedFile = (name) =>
  fetchBytes(BOOKS[`../generated/books/${name}.book`]!);

/** Fetch the endgame tables of a name; the service worker keeps them. */
export const fetchedTables: FetchedFile = (name) =>
  fetchBytes(TABLES[`../generated/endgames/${name}.endgame`]!);

async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
