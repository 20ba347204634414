/** What the log of a game tells that its view does not. */

/** One entry of the log, as a source sends it. */
export type Entry = Readonly<Record<string, unknown>>;

/** A piece that was taken off because a capture was left out, after so many plies. */
export interface Huff {
  readonly square: number;
  readonly ply: number;
}

/** A log continued by what a message brings, which may begin before its end. */
export function continued(log: readonly Entry[], news: readonly Entry[]): readonly Entry[] {
  const last = Number(log.at(-1)?.["seq"] ?? 0);
  const fresh = news.filter((entry) => Number(entry["seq"] ?? 0) > last);
  return fresh.length > 0 ? [...log, ...fresh] : log;
}

/** The huffs that still count: those that were taken back with their move are left out. */
export function huffsOf(log: readonly Entry[]): Huff[] {
  let huffs: Huff[] = [];
  let [ply, asked] = [0, 0];
  const back = (plies: number): void => {
    ply -= plies;
    huffs = huffs.filter((huff) => huff.ply <= ply);
  };
  for (const entry of log) {
    const kind = entry["kind"];
    if (kind === "played") ply += 1;
    else if (kind === "huffed") huffs.push({ square: Number(entry["square"]), ply });
    else if (kind === "compelled") back(1);
    else if (kind === "takeback_requested") asked = Number(entry["plies"] ?? 1);
    else if (kind === "takeback_accepted") back(asked);
  }
  return huffs;
}

/** The side that has just declined what the other asked for, if the news tell of one. */
export function declinedBy(news: readonly Entry[]): "white" | "black" | null {
  const entry = news.findLast(
    ({ kind }) => kind === "draw_declined" || kind === "takeback_declined",
  );
  const by = entry?.["by"];
  return by === "white" || by === "black" ? by : null;
}
