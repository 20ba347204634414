/** A position searched on the server: lines as they come, until it is left. */

import type { Searched, SearchRequest } from "../generated/messages";
import { linesFrom } from "../net/lines";

/** What is told of a search: what was found, and whether that is all. */
export type Told = (found: Searched) => void;

/** Search a position on the server; rejects where it does not, or not to the end. */
export async function searchedThere(
  wish: SearchRequest,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  const lines = linesFrom<Searched | { readonly t: "refused" }>("/api/analysis", wish, signal);
  for await (const line of lines) {
    if (line.t !== "found") break;
    told(line);
    if (line.done) return;
  }
  throw new Error("the search was not ended");
}
