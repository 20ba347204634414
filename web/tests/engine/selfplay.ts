import type { Game } from "../../src/core/game";
import type { LevelNumbers } from "../../src/core/games";

/** Play so many moves of a level against itself, and return what it did. */
export function playAt(level: LevelNumbers, game: Game, count: number): unknown[] {
  return Array.from({ length: count }, () => {
    const [event] = game.decide(game.turn, level);
    game.add(event!);
    return event && "move" in event ? event.move : event;
  });
}
