/** A round of two games from one card, sides swapped (C1 to C5). */

import type { MatchView } from "../generated/messages";
import { lineOf } from "../game/lots";
import { recordOf } from "../core/game";
import type { Side } from "../core/rules";
import { namesOf, type Table } from "./table";
import type { First, Tossed } from "./terms";

/** Whether this is the first game of a round, so that another one belongs to it. */
export function isFirstOfRound({ terms }: Table): boolean {
  return terms.deck !== null && terms.first === null;
}

/** What the second game needs of the first. */
export function firstOf(table: Table): First {
  const { players, score } = standOf(table);
  return { id: table.id, card: table.card!.number, players, score };
}

export function roundOf(table: Table): MatchView | null {
  const { id, card, terms, game } = table;
  if (terms.deck === null) return null;
  const none = { players: [], score: [0, 0], number: 1, games: [id], card: null };
  if (!card) return { ...none, over: false, winner: null };
  const { first } = terms;
  const { players, score } = standOf(table);
  const over = first !== null && game.outcome !== null;
  const ahead = score[0] === score[1] ? null : players[score[0] > score[1] ? 0 : 1];
  const { deck, code, name, moves } = card;
  return {
    players,
    score,
    number: first ? 2 : 1,
    games: first ? [first.id, id] : [id],
    card: { deck, code, name, moves },
    over,
    winner: over ? ahead : null,
  };
}

/** The games of a round with the record that hands them to a server. */
export function recordOfRound(games: readonly Table[]): Record<string, unknown> {
  const first = games[0]!;
  const { seed, contributions, commitment } = first.lots[0]!;
  const names = namesOf(first);
  const [black, rival] = [lineOf(names.black), lineOf(names.white)];
  const white = rival === black ? `${rival} (2)` : rival;
  const toss = tossOf(first);
  // In a toss between seats the one whose device it is has the first.
  const own = toss && !toss.players && first.terms.side === "white";
  return {
    format: "crownhead-match",
    version: 1,
    players: own ? [white, black] : [black, white],
    draw: { deck: first.terms.deck, seed, contributions, commitment },
    toss,
    games: games.map(({ game }, number) =>
      recordOf(game, number === 0 ? { white, black } : { white: black, black: white }),
    ),
  };
}

/** The toss for the sides, where card and sides were drawn with the same contributions (C5, E5). */
function tossOf({ terms, lots }: Table): Tossed | null {
  const { toss = null } = terms;
  return toss?.contributions.join("\n") === lots[0]!.contributions.join("\n") ? toss : null;
}

/** Players and score of the round; Black of the first game stands first. */
function standOf(table: Table): Pick<First, "players" | "score"> {
  const { game, terms } = table;
  const { first } = terms;
  const { white, black } = namesOf(table);
  const { score: before, players } = first ?? { score: [0, 0], players: [black, white] };
  const [one, two]: readonly Side[] = first ? ["white", "black"] : ["black", "white"];
  return { players, score: [before[0] + game.pointsOf(one!), before[1] + game.pointsOf(two!)] };
}
