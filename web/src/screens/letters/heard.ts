/** What was said in games and not looked at yet, as far as this device knows. */

import { signal } from "@preact/signals";
import { store, storedRecord } from "../../state/storage";

const STORE = "crownhead.heard";
/** Games of which it is remembered what was heard last. */
const MOST = 60;

/** The number of what was heard last in each game. */
export const heard = signal<Readonly<Record<string, number>>>(read());

function read(): Record<string, number> {
  const entries = Object.entries(storedRecord(STORE)).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return Object.fromEntries(entries);
}

export function hear(game: string, last: number): void {
  const { [game]: known = 0, ...others } = heard.peek();
  if (last <= known) return;
  const kept = Object.entries({ ...others, [game]: last }).slice(-MOST);
  heard.value = Object.fromEntries(kept);
  store(STORE, heard.value);
}
