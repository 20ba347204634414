/** By which numbers the moves of a tree are shown. */

import { isInTurn, type Node } from "./tree";

export interface Numbered {
  readonly number: number;
  readonly second: boolean;
}

/**
 * The number of the move that led to a node, and whether it is the second one under it; of the
 * root, those of a move before it.
 */
export function numberOf(node: Node): Numbered {
  let root = node;
  let ply = -1;
  for (; root.parent; root = root.parent) ply += Number(!isInTurn(root));
  const { position } = root;
  const place = ply + Number(position.turn !== position.ruleset.variant.rules.first);
  return { number: Math.floor(place / 2) + 1, second: place % 2 !== 0 };
}
