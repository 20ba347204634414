/** Decks of balloted openings: the cards of the library, read from its rows. */

import facts from "../generated/offline.json";
import type { Position } from "./position";

export interface Card {
  readonly deck: string;
  readonly number: number;
  readonly code: string;
  readonly name: string;
  /** The FEN of the position before the moves; empty for the start of the game. */
  readonly start: string;
  readonly moves: readonly string[];
  /** Whether it can be drawn. */
  readonly playable: boolean;
  /** The moves as the game writes them. */
  readonly line: string;
}

type Row = readonly [number, string, string, string, string, number, string?];

/** The decks of a game as they are stored, by their keys. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** All cards of a game, deck after deck; none where it has no decks. */
export type Library = (game: string) => Promise<readonly Card[]>;

export function cardsOf(rows: Rows): Card[] {
  return Object.entries(rows).flatMap(([deck, cards]) =>
    cards.map(([number, code, name, start, moves, playable, line = moves]) => {
      const split = moves.split(" ").filter(Boolean);
      return { deck, number, code, name, start, moves: split, playable: playable === 1, line };
    }),
  );
}

/** Which game a deck belongs to, or undefined. */
export function gameOfDeck(deck: string): string | undefined {
  return (facts.decks as Readonly<Record<string, string>>)[deck];
}

export function hasDecks(game: string): boolean {
  return Object.values(facts.decks).includes(game);
}

/** The card with which a game began: its first position, and the plies that were prescribed. */
export function cardOf(
  cards: readonly Card[],
  start: Position,
  opening: readonly string[],
): Card | undefined {
  const initial = start.ruleset.initial().fen;
  const line = opening.join(" ");
  return cards.find((card) => (card.start || initial) === start.fen && card.line === line);
}
