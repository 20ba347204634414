/** A game as PDN, written by the core; the library says under which GameType. */

import facts from "../generated/offline.json";
import { cardOf, type Card } from "./decks";
import type { Game } from "./game";
import { isKnown, type Side, type Variant } from "./rules";

export interface Named {
  readonly players: Readonly<Record<Side, string>>;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The cards of the game, one of which it may have begun with. */
  readonly cards: readonly Card[];
}

export function pdn(game: Game, { players, created, cards }: Named): string {
  const card = ballotOf(game, cards);
  return game.pdn({
    tags: {
      White: players.white || "?",
      Black: players.black || "?",
      Event: "crownhead",
      Date: new Date(created).toISOString().slice(0, 10).replaceAll("-", "."),
    },
    variant: tagsOf(game.variant),
    ballot: card ? `${card.deck} ${card.number}` : "",
    gametype: game.variant.gametype,
  });
}

function ballotOf({ setup, states }: Game, cards: readonly Card[]): Card | undefined {
  const { start, opening } = setup;
  if (!opening && start.same(start.ruleset.initial())) return undefined;
  const moves = states.flatMap(({ move }) => move?.short ?? []);
  return cardOf(cards, start, moves.slice(0, opening));
}

/** The tags by which a file says which game it is. */
export function tagsOf(variant: Variant): Readonly<Record<string, string>> {
  const known = facts.pdn as Readonly<Record<string, Readonly<Record<string, string>>>>;
  if (isKnown(variant)) return known[variant.key]!;
  // Tags hold single blanks only; JSON can say a second one in another way.
  return { Rules: JSON.stringify(variant).replaceAll("  ", " \\u0020") };
}
