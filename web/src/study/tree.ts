/** The tree of an analysis: positions, the moves between them, variations, and what is said. */

import type { CoreMove } from "../core/moves";
import type { Position } from "../core/position";

/** `unread` is text that the rules refuse; its position is the last one known. */
export type Kind = "root" | "move" | "faulty" | "setup" | "pass" | "unread";

export class Node {
  children: Node[] = [];
  /** What is said after the move, and before it where it begins a variation. */
  comment = "";
  before = "";
  /** Glyphs by the numbers that PDN gives them. */
  nags: number[] = [];

  constructor(
    readonly parent: Node | null,
    readonly kind: Kind,
    readonly position: Position,
    /** Null for the root, a set-up, and a turn that was passed. */
    readonly move: CoreMove | null = null,
    /** What could not be read. */
    readonly unread = "",
  ) {}

  /** Half-moves from the start. */
  get ply(): number {
    let ply = 0;
    for (let node: Node | null = this.parent; node; node = node.parent) ply += 1;
    return ply;
  }

  /** What the move list shows. */
  get text(): string {
    if (this.move) return this.move.short;
    if (this.kind === "unread") return this.unread;
    return this.kind === "pass" ? "–" : "FEN";
  }
}

/** A move that was made, and where it led. */
export interface Played {
  readonly position: Position;
  readonly move: CoreMove;
}

/** Positions that were reached before: taking back and undoing lead to the same ones. */
const reached = new WeakMap<Position, Map<string, Played | null>>();

/** The position after a move as the hub writes it; null where the move is not of this kind. */
export function played(from: Position, hub: string, kind: "move" | "faulty"): Played | null {
  let known = reached.get(from);
  if (!known) reached.set(from, (known = new Map()));
  const name = `${kind} ${hub}`;
  let found = known.get(name);
  if (found === undefined) {
    const list = kind === "move" ? "legal" : "faulty";
    const place = from.moves(list).findIndex((move) => move.hub === hub);
    found = place < 0 ? null : { position: from.play(list, place), move: from.moves(list)[place]! };
    known.set(name, found);
  }
  return found;
}

/** Add a move behind the others, or follow it where it stands there; null where it is not legal. */
export function play(node: Node, hub: string, kind: "move" | "faulty" = "move"): Node | null {
  const known = node.children.find((child) => child.kind === kind && child.move!.hub === hub);
  if (known) return known;
  const found = played(node.position, hub, kind);
  if (!found) return null;
  const child = new Node(node, kind, found.position, found.move);
  node.children.push(child);
  return child;
}

/** Add another position, or the same one with the other side to move. */
export function replaceBoard(node: Node, position: Position, kind: "setup" | "pass"): Node {
  const child = new Node(node, kind, position);
  node.children.push(child);
  return child;
}

/** Whether the board was changed without a move: the same side is still to move. */
export function isInTurn({ kind, parent, position }: Node): boolean {
  return kind === "setup" && parent!.position.turn === position.turn;
}

/** The square of the piece that was huffed here; 0 where it was something else. */
export function huffedAt(node: Node): number {
  if (!isInTurn(node)) return 0;
  const before = node.parent!.position.board;
  const gone = [...node.position.board].flatMap((piece, place) =>
    piece === before[place] ? [] : [place + 1],
  );
  const [square] = gone;
  return gone.length === 1 && node.position.board[square! - 1] === "e" ? square! : 0;
}

/** The node of a game's main line after so many of its moves; null where it has fewer. */
export function nodeAfter(root: Node, moves: number): Node | null {
  let left = moves;
  let found: Node | null = null;
  for (const node of lineFrom(root)) {
    if (node.move) left -= 1;
    if (left === 0) found = node;
  }
  return found;
}

/** Add text that the rules refuse. */
export function addUnread(node: Node, text: string): Node {
  const child = new Node(node, "unread", node.position, null, text);
  node.children.push(child);
  return child;
}

/** The last node of a line up to this one that is no text the rules refuse. */
export function lastRead(node: Node): Node {
  let read = node;
  while (read.kind === "unread") read = read.parent!;
  return read;
}

/**
 * Put a variation before the text that its siblings begin with and that could not be read: behind
 * such a text nothing would be written as moves.
 */
export function putBeforeUnread(node: Node): void {
  const siblings = node.parent!.children;
  if (siblings[0]!.kind !== "unread") return;
  siblings.splice(siblings.indexOf(node), 1);
  siblings.unshift(node);
}

/** A node with all that lead to it, the root first. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let each: Node | null = node; each; each = each.parent) path.unshift(each);
  return path;
}

/** The node and what follows it on the main line from there. */
export function lineFrom(node: Node): Node[] {
  const line = [node];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** Whether a node is on the main line of the whole tree. */
export function isMain(node: Node): boolean {
  return pathTo(node).every(
    ({ parent }, index, path) => !parent || parent.children[0] === path[index],
  );
}

/** The node where the variation that a node belongs to begins; null on the main line. */
export function branchOf(node: Node): Node | null {
  for (let each: Node | null = node; each?.parent; each = each.parent) {
    if (each.parent.children[0] !== each) return each;
  }
  return null;
}

/** Bring the variation of a node one place up; false where it is the main line. */
export function promote(node: Node): boolean {
  const first = branchOf(node);
  if (!first) return false;
  const siblings = first.parent!.children;
  const place = siblings.indexOf(first);
  siblings.splice(place, 1);
  siblings.splice(place - 1, 0, first);
  return true;
}

/** Make the line of a node the main line. */
export function makeMain(node: Node): boolean {
  let changed = false;
  for (const each of pathTo(node)) {
    const siblings = each.parent?.children ?? [each];
    if (siblings[0] === each) continue;
    siblings.splice(siblings.indexOf(each), 1);
    siblings.unshift(each);
    changed = true;
  }
  return changed;
}

/** Take a node away with all behind it; the node before it. */
export function remove(node: Node): Node {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** All nodes, parents before their children, without recursion: lines may be long. */
export function allOf(root: Node): Node[] {
  const found = [root];
  for (let at = 0; at < found.length; at += 1) found.push(...found[at]!.children);
  return found;
}

// As rows, for keeping and for undoing

/** Place of the parent, kind, move or FEN or text, comment, what stands before, glyphs. */
export type Row = readonly [
  parent: number,
  kind: Kind,
  value: string,
  comment?: string,
  before?: string,
  nags?: readonly number[],
];

export function rowsOf(root: Node): Row[] {
  const places = new Map<Node, number>();
  return allOf(root).map((node, place) => {
    places.set(node, place);
    const { parent, kind, comment, before, nags } = node;
    const at = parent ? places.get(parent)! : -1;
    const value = valueOf(node);
    if (!comment && !before && nags.length === 0) return [at, kind, value];
    return [at, kind, value, comment, before, [...nags]];
  });
}

function valueOf({ kind, move, position, unread }: Node): string {
  if (move) return move.hub;
  return kind === "root" || kind === "setup" ? position.full : unread;
}

/** The plies of the main line of rows, in which a first child stands before the others. */
export function pliesOf(rows: readonly Row[]): number {
  let plies = -1;
  for (let at = 0; at >= 0; plies += 1) at = rows.findIndex(([parent]) => parent === at);
  return plies;
}

/** The tree of rows; what can no longer be played is left out with all behind it. */
export function treeOf(
  rows: readonly Row[],
  start: Position,
): { root: Node; nodes: (Node | null)[] } {
  const root = new Node(null, "root", start);
  const nodes: (Node | null)[] = [];
  for (const [at, kind, value, comment = "", before = "", nags = []] of rows) {
    const parent = at < 0 ? null : (nodes[at] ?? null);
    const node = at < 0 ? root : parent && grown(parent, kind, value);
    if (node) Object.assign(node, { comment, before, nags: [...nags] });
    nodes.push(node);
  }
  return { root, nodes };
}

function grown(parent: Node, kind: Kind, value: string): Node | null {
  if (kind === "move" || kind === "faulty") return play(parent, value, kind);
  if (kind === "unread") return addUnread(parent, value);
  try {
    const { position } = parent;
    const next = kind === "pass" ? position.turned() : position.ruleset.read(value);
    return replaceBoard(parent, next, kind === "pass" ? "pass" : "setup");
  } catch {
    return null;
  }
}
