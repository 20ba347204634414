/** A position searched on the server: lines as they come, until it is left. */

import type { Searched, SearchRequest } from "../generated/messages";
import { RequestFailed } from "../net/failed";
import { linesFrom } from "../net/lines";

/** What is told of a search: what was found, and whether that is all. */
export type Told = (found: Searched) => void;

interface Refused {
  readonly t: "refused";
  readonly sentence?: string;
}

/** The status of an answer that is a refusal from its beginning. */
const REFUSED = 409;

/** Search a position on the server; rejects where it does not, with a sentence in a language. */
export async function searchOnServer(
  wish: SearchRequest,
  told: Told,
  signal: AbortSignal,
  language = "",
): Promise<void> {
  const lines = linesFrom<Searched | Refused>("/api/analysis", wish, signal, language);
  for await (const line of lines) {
    if (line.t !== "found") throw new RequestFailed(REFUSED, line.sentence ?? "");
    told(line);
    if (line.done) return;
  }
  throw new Error("the search was not ended");
}
