/** The open offer with which this page waits for somebody, whatever screen is shown meanwhile. */

import { signal } from "@preact/signals";
import type { Pairing, Reach } from "../generated/messages";

export interface Seeking {
  /** The game that is offered. */
  readonly game: string;
  /** What is sought; null where others have to take the offer. */
  readonly wish: Omit<Pairing, "id" | "waiting"> | null;
  readonly reach: Reach | null;
  /** The game for which somebody has come, until one is there. */
  readonly found?: string;
}

export const seeking = signal<Seeking | null>(null);

/** A game of an event that has just begun, and that the user has not come to yet. */
export const begun = signal<{ readonly event: string; readonly game: string } | null>(null);
