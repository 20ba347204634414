/** Whether this device knows of an event of its user: the first screen asks for none otherwise. */

import { store, storedRecord } from "./storage";

const STORE = "crownhead.event";

export function hasOwnEvent(): boolean {
  return "event" in storedRecord(STORE);
}

/** Remember an event, or with "" that there is none. */
export function keepOwnEvent(event: string): void {
  store(STORE, event ? { event } : {});
}
