/** What web/generating/golden.py wrote: random games as the server's tables show them. */

import { readFileSync } from "node:fs";
import type { Met } from "../../src/game/results";
import type { Act, FullReport, NewGame, View } from "../../src/generated/messages";
import facts from "../../src/generated/offline.json";
import { cardsOf, type Card, type Library, type Rows } from "../../src/core/decks";
import type { Rules, Side } from "../../src/core/rules";
import { Catalogue, type Entries } from "../../src/text/catalogue";

export interface Step {
  readonly act?: Act;
  readonly at?: number;
  readonly verdict?: readonly [Side, boolean, number];
  readonly asked?: string;
  readonly why?: Readonly<Record<string, unknown>> | null;
  readonly failed?: readonly [string, string];
  readonly refused?: Readonly<Record<string, unknown>>;
  readonly changed?: Partial<View>;
  readonly entries?: readonly Readonly<Record<string, unknown>>[];
}

export interface GoldenGame {
  readonly wish: NewGame;
  readonly lang: "de" | "en";
  readonly began: number;
  readonly steps: readonly Step[];
  readonly record: Readonly<Record<string, unknown>>;
  readonly pdn: string;
  readonly svg: string;
}

/** A round: the secret of its draw, and its games. */
export interface GoldenRound {
  readonly wish: NewGame;
  readonly lang: "de" | "en";
  readonly seed: string;
  readonly games: readonly Omit<GoldenGame, "wish" | "lang">[];
  readonly record: Readonly<Record<string, unknown>>;
}

/** A position from which games are begun, and the PDN of such a game. */
export interface GoldenStart {
  readonly wish: NewGame;
  readonly began: number;
  readonly pdn: string;
}

/** What the law of the library said of each event, and how the game stood then. */
export interface GoldenLaw {
  readonly setup: unknown;
  readonly steps: readonly {
    readonly event: Readonly<Record<string, unknown>>;
    readonly refused?: string;
    readonly state: Readonly<Record<string, unknown>>;
  }[];
}

/** A game, and its report in each language. */
export interface GoldenReport {
  readonly variant: string;
  readonly moves: readonly string[];
  readonly nodes: number;
  readonly drawn: number;
  readonly said: Readonly<Record<"de" | "en", FullReport>>;
}

export interface Golden {
  readonly reports: readonly GoldenReport[];
  /** Results of a player, the game, and the level that he should meet next. */
  readonly adapted: readonly (readonly [readonly Met[], string, number])[];
  /** Records of games as numbers, and by whose levels they are played. */
  readonly laddered: readonly (readonly [Rules, string])[];
  /** Records of games as numbers, and by which weights they are played. */
  readonly weighed: readonly (readonly [Rules, string | null])[];
  /** Records of games as numbers, and which endgame tables they have. */
  readonly tabled: readonly (readonly [Rules, string | null])[];
  /** Game, position, and what the tables say of it; null: nothing. */
  readonly known: readonly (readonly [string, string, number | null, number | null])[];
  /** Game, position, and its value by the weights of the game. */
  readonly values: readonly (readonly [string, string, number])[];
  /** Game, level, seed, and the moves that the level plays against itself. */
  readonly played: readonly (readonly [string, number, number, readonly string[]])[];
  /** Game, position, a move, and how often each level from 1 to 9 finds it. */
  readonly found: readonly (readonly [string, string, string, readonly number[]])[];
  /** Game, start, level, nodes of a move, and the moves of an ending played against itself. */
  readonly ended: readonly (readonly [string, string, number, number, readonly string[]])[];
  /** Records of games as numbers, and which opening books they have. */
  readonly booked: readonly (readonly [Rules, string | null])[];
  /** Game, seed, moves played before, and those that the book has after them. */
  readonly recited: readonly (readonly [string, number, readonly string[], readonly string[]])[];
  readonly seed: number;
  readonly kinds: readonly string[];
  readonly laws: readonly GoldenLaw[];
  readonly records: readonly { readonly given: unknown; readonly whole: unknown }[];
  readonly games: readonly GoldenGame[];
  readonly rounds: readonly GoldenRound[];
  readonly starts: readonly GoldenStart[];
  readonly draws: readonly {
    readonly deck: string;
    readonly seed: string;
    readonly contributions: readonly string[];
    readonly commitment: string;
    readonly lots: number;
    readonly code: string;
  }[];
  /** Lines for the lots, and what is taken of each; null where it is refused. */
  readonly lines: readonly { readonly said: string; readonly taken: string | null }[];
  /** Wishes that cannot be played, and how they are refused in each language. */
  readonly wishes: readonly {
    readonly wish: NewGame;
    readonly refused: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }[];
  readonly explanations: readonly {
    readonly variant: unknown;
    readonly fen: string;
    readonly asked: readonly (readonly [
      string,
      Readonly<Record<string, unknown>> | string | null,
    ])[];
  }[];
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../src/generated/${path}`, import.meta.url), "utf8"));

export const golden = read("golden.json") as Golden;

export function catalogueOf(language: string): Catalogue {
  const [shown, own] = [`${language}.json`, `offline-${language}.json`].map((name) =>
    read(`locales/${name}`),
  ) as [object, object];
  return new Catalogue(language, { ...shown, ...own } as Entries);
}

const cards = new Map(
  Object.values(facts.decks).map((game): [string, readonly Card[]] => [
    game,
    cardsOf(read(`decks/${game}.json`) as Rows),
  ]),
);

export const library: Library = async (game) => cards.get(game) ?? [];
