/** Analyses kept on this device, the latest first. */

import { signal } from "@preact/signals";
import type { Side, Variant } from "../core/rules";
import { store, storedList } from "../state/storage";
import type { Row } from "./tree";
import type { Tags } from "./pdn";

export interface Kept {
  readonly id: string;
  /** A key, or the record of house rules. */
  readonly variant: string | Variant;
  readonly tags: Tags;
  /** The game it was played in. */
  readonly origin: string | null;
  /** Which side whoever looks at it has played there; older ones do not say. */
  readonly side?: Side | null;
  readonly rows: readonly Row[];
  /** The row of the node that was looked at last. */
  readonly at: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

const STORE = "crownhead.studies";
const MOST = 30;

function read(): Kept[] {
  const found = storedList(STORE) as readonly (Kept | null)[];
  return found.filter((each) => Array.isArray(each?.rows)) as Kept[];
}

export const studies = signal<readonly Kept[]>(read());

/** Keep an analysis in place of its earlier state; the oldest ones make room. */
export function keep(study: Kept): void {
  // Another page may have kept one meanwhile.
  const others = read().filter(({ id }) => id !== study.id);
  keepAll([study, ...others].slice(0, MOST));
}

export function forget(id: string): void {
  keepAll(read().filter((each) => each.id !== id));
}

export function newStudyId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keepAll(wanted: readonly Kept[]): void {
  // Where there is no room, there may be without the oldest.
  for (let left = wanted; ; left = left.slice(0, -1)) {
    if (store(STORE, left)) studies.value = left;
    else if (left.length > 0) continue;
    return;
  }
}
