/** What a game needs of whatever carries it: a connection to a server, or a worker on this device. */

import type { ReadonlySignal } from "@preact/signals";
import type {
  Ack,
  ClientMessage,
  Hint,
  History,
  Refused,
  ServerMessage,
  Why,
} from "../generated/messages";

export type Answer = Ack | Refused | Why | Hint | History;

/** What somebody who watches a game hears of it. */
export interface Watcher {
  readonly game: string;
  /** The last seq held; 0 without any. */
  since(): number;
  hear(message: ServerMessage): void;
}

export interface Channel {
  /** Whether what is sent now gets through at once. */
  readonly open: ReadonlySignal<boolean>;
  /** The clock by which times are told, less ours, in milliseconds. */
  readonly skew: number;
  /** Follow a game until the returned function is called. */
  watch(watcher: Watcher): () => void;
  /** Ask for everything a watcher missed. */
  resync(watcher: Watcher): void;
  /** Send a command; it is answered once, however often it has to be sent. */
  ask(message: ClientMessage & { readonly id: string }): Promise<Answer>;
}

/** A new name for a command; pages without encryption have no `randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
