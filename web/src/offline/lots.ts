/** Drawing a card on this device, by the recipe by which everybody can check it (C5). */

import { commitmentOf, lotOf as numberOf } from "../game/lots";
import type { Lot } from "../generated/messages";
import type { Card } from "../core/decks";

export interface Draw {
  readonly deck: string;
  /** The secret to which the commitment binds: 64 hex digits. */
  readonly seed: string;
  readonly contributions: readonly string[];
}

export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The card that is drawn from the cards of a game. */
export function drawn(draw: Draw, cards: readonly Card[]): Card {
  const playable = playableOf(draw, cards);
  return playable[numberOf({ ...drawingOf(draw, playable), ...draw }) - 1]!;
}

/** A draw as readers see it; the seed and the result stay secret until it is done. */
export function lotOf(draw: Draw, cards: readonly Card[], done: boolean): Lot {
  const drawing = drawingOf(draw, playableOf(draw, cards));
  return {
    ...drawing,
    commitment: commitmentOf({ ...drawing, seed: draw.seed }),
    contributions: draw.contributions,
    seed: done ? draw.seed : "",
    result: done ? drawn(draw, cards).code : "",
    sides: [],
  };
}

function playableOf({ deck }: Draw, cards: readonly Card[]): readonly Card[] {
  return cards.filter((card) => card.deck === deck && card.playable);
}

function drawingOf(
  { deck }: Draw,
  playable: readonly Card[],
): Pick<Lot, "kind" | "header" | "lots"> {
  return { kind: "card", header: [`deck ${deck}`], lots: playable.length };
}
