/** What the law of play counts at a node: draw rules, repetitions, the end of the game. */

import type { Shown } from "../core/games";
import { Game } from "../core/game";
import { agree } from "../core/setup";
import { lastRead, type Node } from "./tree";

const games = new WeakMap<Node, Game | null>();

/** The law's state at a node; null where a faulty move or too complex a position keeps it out. */
export function lawAt(node: Node): Shown | null {
  try {
    return gameAt(node)?.state ?? null;
  } catch {
    return null;
  }
}

/** The game that led to a node, from the last position that was set up. */
export function gameAt(from: Node): Game | null {
  const node = lastRead(from);
  const path: Node[] = [];
  let known: Game | null | undefined;
  for (let each: Node | null = node; each; each = each.parent) {
    known = games.get(each);
    if (known !== undefined) break;
    path.unshift(each);
    if (each.kind !== "move") break;
  }
  let game = known ?? null;
  for (const each of path) {
    game = each.kind === "move" ? followed(game, each) : begun(each);
    games.set(each, game);
  }
  return game;
}

function begun(node: Node): Game | null {
  if (node.kind === "faulty") return null;
  try {
    // Whoever analyses goes on where a game would have ended.
    return new Game(agree(node.position, { draws: "claim", huffing: false, refusal_duty: 0 }));
  } catch {
    return null;
  }
}

function followed(before: Game | null, node: Node): Game | null {
  if (!before) return null;
  try {
    const game = before.fork();
    game.play(node.move!.hub, node.parent!.position.turn);
    return game;
  } catch {
    return null;
  }
}
