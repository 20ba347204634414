/** How addresses name openings to practise. */

import type { Side } from "../game/source";

/** Openings to practise: `side` is null for the one that begins, `line` empty for their list. */
export interface OpeningMode {
  readonly side: Side | null;
  readonly line: string;
}

const OPENINGS = /^openings(?:-(white|black)(?:-(.+))?)?$/;

/** What an address says of openings; null where it is about puzzles. */
export function openingModeOf(text: string): OpeningMode | null {
  const found = OPENINGS.exec(text);
  return found && { side: (found[1] as Side | undefined) ?? null, line: found[2] ?? "" };
}

/** The part of an address that names the openings as a side plays them, or one of their lines. */
export function addressOf(side: Side, line = ""): string {
  return line ? `openings-${side}-${line}` : `openings-${side}`;
}
