/** What a player is asked besides moves: draw offers and faulty moves. */

import facts from "../generated/offline.json";
import type { Game } from "./game";
import { other, type Position } from "./position";

/** Judge a position, given those before it: hundredths of a man for the side to move. */
export type Score = (position: Position, past: readonly Position[]) => Promise<number>;

/** A huff on a square, to compel, or null: let it stand. */
export type FaultAnswer = number | "compel" | null;

const { even, worse, plies, pieces } = facts.draws;

/** Whether the side that is offered a draw should take it. */
export async function acceptsDraw(game: Game, score: Score): Promise<boolean> {
  const { position, past } = seen(game);
  const value = await score(position, past);
  const own = position.turn === game.state.offer ? -value : value;
  return own <= -worse || (own <= even && isSettled(game));
}

/** Whether the side to move should offer a draw: where an even game has settled. */
export async function offersDraw(game: Game, score: Score): Promise<boolean> {
  const may = game.allowed(game.turn, game.state.at ?? 0).has("draw_offered");
  if (!may || !isSettled(game)) return false;
  const { position, past } = seen(game);
  return Math.abs(await score(position, past)) <= even;
}

/** The best answer to the fault that the opponent has just made (RULES H). */
export async function answerFault(game: Game, score: Score): Promise<FaultAnswer> {
  const { position, past } = seen(game);
  const { turn } = position;
  const worth: [number, FaultAnswer][] = [];
  for (const square of game.state.fault!.pieces) {
    const after = position.without(square);
    const last = after.count(other(turn)) === 0;
    const win = game.variant.rules.aim === "lose" ? -facts.win : facts.win;
    worth.push([last ? win : await score(after, past), square]);
  }
  worth.push([-(await score(past.at(-1)!, past.slice(0, -1))), "compel"]);
  worth.push([await stood(game, score), null]);
  return worth.reduce((best, each) => (each[0] > best[0] ? each : best))[1];
}

async function stood(game: Game, score: Score): Promise<number> {
  const outcome = game.outcomeIfStood;
  const { position, past } = seen(game);
  if (!outcome) return score(position, past);
  if (outcome.winner === null) return 0;
  return outcome.winner === game.turn ? facts.win : -facts.win;
}

/** The position on the board, and those before it. */
export function seen(game: Game): { position: Position; past: Position[] } {
  const positions = game.states.map(({ position }) => position);
  return { position: positions.at(-1)!, past: positions.slice(0, -1) };
}

function isSettled(game: Game): boolean {
  const { position } = game.state;
  if (game.state.plies + 1 > plies) return true;
  if (position.count("white") + position.count("black") <= pieces) return true;
  const rules = game.variant.rules.draw_rules;
  return rules.some((rule, index) => 2 * position.counts[index]! >= rule.plies);
}
