/** What is agreed before a game on this device, and how it is stored. */

import type { Core } from "../core/core";
import { gameOfDeck } from "../core/decks";
import { RulesError } from "../core/errors";
import { isRecord, type Side } from "../core/rules";
import { readSetup, variantIn, writtenSetup, type Setup } from "../core/setup";

export interface Terms {
  readonly setup: Setup;
  readonly rival: "computer" | "same_device";
  /** The side of the one whose device it is. */
  readonly side: Side;
  readonly level: number | null;
  /** The name of house rules. */
  readonly house: string;
  /** The deck of a round of two games. */
  readonly deck: string | null;
  /** The secret of the card's draw; empty where none is drawn. */
  readonly seed: string;
  /** The first game of the round, for its second. */
  readonly first: First | null;
  /** The toss that decided about the sides. */
  readonly toss?: Tossed | null;
}

/** A toss for the sides that was drawn before the game, as records hold it (E5). */
export interface Tossed {
  /** The names between which a toss of before was. */
  readonly players?: readonly [string, string];
  readonly seed: string;
  readonly contributions: readonly string[];
  readonly commitment: string;
}

/** What the second game of a round takes over from the first. */
export interface First {
  readonly id: string;
  readonly card: number;
  /** Who had Black there, and who White. */
  readonly players: readonly [string, string];
  /** Their half points. */
  readonly score: readonly [number, number];
}

/** Whether a card is to be drawn before the game. */
export function isDrawn({ deck, first }: Terms): boolean {
  return deck !== null && first === null;
}

/** Terms as they are stored. */
export function writtenTerms(terms: Terms): Record<string, unknown> {
  return { ...terms, setup: writtenSetup(terms.setup) };
}

/** Read stored terms; throws `RulesError`. */
export function readTerms(core: Core, given: unknown): Terms {
  const wrong = new RulesError("InvalidRecord", "terms: cannot be read");
  if (!isRecord(given)) throw wrong;
  const { rival, side, level, house, deck = null, seed = "", first = null } = given;
  const fits =
    (rival === "computer" ? Number.isInteger(level) : rival === "same_device" && level === null) &&
    (side === "white" || side === "black") &&
    typeof house === "string" &&
    (first === null || isFirst(first));
  if (!fits) throw wrong;
  const setup = readSetup(core, given["setup"]);
  const drawn = deck !== null && first === null;
  const known = deck === null || gameOfDeck(String(deck)) === variantIn(setup).key;
  if (!known || (drawn && !/^[0-9a-f]{64}$/.test(String(seed)))) throw wrong;
  return { ...(given as unknown as Terms), setup, deck, seed, first } as Terms;
}

function isFirst(given: unknown): given is First {
  if (!isRecord(given)) return false;
  const { id, card, players, score } = given;
  const two = (list: unknown, type: string): boolean =>
    Array.isArray(list) && list.length === 2 && list.every((each) => typeof each === type);
  const named = typeof id === "string" && Number.isInteger(card);
  return named && two(players, "string") && two(score, "number");
}
