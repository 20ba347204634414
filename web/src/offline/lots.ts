/** Drawing a card so that everybody can check it, as `crownhead.lots` does it (C5). */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Lot } from "../generated/messages";
import type { Card } from "./decks";

export interface Draw {
  readonly deck: string;
  /** The secret to which the commitment binds: 64 hex digits. */
  readonly seed: string;
  readonly contributions: readonly string[];
}

const RANGE = 2 ** 32;

export function newSeed(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The card that is drawn from the cards of a game. */
export function drawn(draw: Draw, cards: readonly Card[]): Card {
  const playable = playableOf(draw, cards);
  const said = draw.contributions.map((line) => `contribution ${line}\n`).join("");
  return playable[pick(textOf(draw, playable.length) + said, playable.length) - 1]!;
}

/** A draw as readers see it; the seed and the result stay secret until it is done. */
export function lotOf(draw: Draw, cards: readonly Card[], done: boolean): Lot {
  const { contributions, seed } = draw;
  const lots = playableOf(draw, cards).length;
  return {
    kind: "card",
    header: headerOf(draw),
    lots,
    commitment: hash(textOf(draw, lots)),
    contributions,
    seed: done ? seed : "",
    result: done ? drawn(draw, cards).code : "",
    sides: [],
  };
}

function playableOf({ deck }: Draw, cards: readonly Card[]): readonly Card[] {
  return cards.filter((card) => card.deck === deck && card.playable);
}

function headerOf({ deck }: Draw): string[] {
  return [`deck ${deck}`];
}

function textOf(draw: Draw, lots: number): string {
  const lines = ["crownhead draw 1", ...headerOf(draw), `lots ${lots}`, `seed ${draw.seed}`];
  return lines.map((line) => `${line}\n`).join("");
}

// Not the browser's own hash: that is lent to secure pages only, and a page in a home network is none.
function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The lot, from 1 to `lots`, that follows from a text. */
function pick(text: string, lots: number): number {
  const limit = RANGE - (RANGE % lots);
  for (let round = 0; ; round += 1) {
    const number = Number.parseInt(hash(`${text}round ${round}\n`).slice(0, 8), 16);
    if (number < limit) return (number % lots) + 1;
  }
}
