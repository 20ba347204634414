/** Where an analysis begins: a position, a game, a file, or one that was kept. */

import type { GameSource } from "../game/source";
import { gameOf } from "../game/variants";
import type { Item } from "../core/files";
import { Ruleset, type Position } from "../core/position";
import { KNOWN, variantOf } from "../core/rules";
import { coreOfPage, foresee } from "./engine";
import type { Opened } from "./files";
import type { Kept } from "./keeping";
import { settings } from "./settings";
import { Study, type Origin } from "./study";
import { lineFrom, Node, play, replaceBoard, treeOf } from "./tree";

/** Glyphs as they are written after moves. */
const MARKS: Readonly<Record<string, number>> = {
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!?": 5,
  "?!": 6,
  "*": 7,
  "=": 10,
  "+-": 18,
  "-+": 19,
};

/** The key of a name, or the record: of the id of house rules kept here, or as JSON. */
export function variantNamed(name: string): unknown {
  if (name.startsWith("{")) return JSON.parse(name);
  const { id, record } = gameOf(name);
  return id === name ? (record ?? name) : name;
}

async function rulesetOf(variant: unknown): Promise<Ruleset> {
  const known = KNOWN.find(({ key }) => key === variant);
  if (known && settings.peek().on) foresee(known);
  const core = await coreOfPage();
  return new Ruleset(core, variantOf(core, variant));
}

/** A position, and moves from it; throws `RulesError` where they belong to no game. */
export async function fromPosition(
  variant: unknown,
  fen: string,
  moves: readonly string[] = [],
): Promise<Study> {
  const ruleset = await rulesetOf(variant);
  const root = new Node(null, "root", fen ? ruleset.read(fen) : ruleset.initial());
  let node = root;
  for (const text of moves) {
    const place = node.position.parse(text, "legal");
    const next = place === null ? null : play(node, node.position.moves("legal")[place]!.hub);
    if (!next) break;
    node = next;
  }
  return new Study(ruleset, root, moves.length > 0 ? node : root);
}

/** A game as its source tells it, at one of its plies; null where there is no such game. */
export async function fromGame(source: GameSource, id: string, ply: number): Promise<Study | null> {
  const state = await known(source);
  if (!state) return null;
  const { view } = state;
  const ruleset = await rulesetOf(view.house ?? view.variant);
  const plies = await source.history();
  const root = new Node(null, "root", ruleset.read(view.start));
  let node = root;
  for (const { fen, board, last } of plies.slice(1)) {
    const hub = last && hubOf(node.position, last);
    const next = hub && play(node, hub, last.faulty ? "faulty" : "move");
    if (next) node = next;
    // A piece that was huffed is gone.
    if (!next || node.position.board !== board) {
      node = replaceBoard(node, ruleset.read(fen), "setup");
    }
  }
  const names = (["white", "black"] as const).map((side) => view.players[side]?.name ?? "");
  const tags = {
    White: names[0] || "?",
    Black: names[1] || "?",
    Result: view.outcome ? resultOf(view.outcome.winner) : "*",
  };
  const at = lineFrom(root)[ply] ?? node;
  return new Study(ruleset, root, at, { tags, game: id, report: view.outcome !== null });
}

function resultOf(winner: string | null): string {
  if (!winner) return "1/2-1/2";
  return winner === "white" ? "1-0" : "0-1";
}

/** The state of a game, once it is known; null where there is none. */
function known(source: GameSource): Promise<GameSource["state"]["value"]> {
  return new Promise((settle) => {
    const stop: (() => void)[] = [];
    const end = (found: GameSource["state"]["value"]): void => {
      queueMicrotask(() => stop.forEach((each) => each()));
      settle(found);
    };
    stop.push(
      source.state.subscribe((state) => state && end(state)),
      source.missing.subscribe((missing) => missing && end(null)),
    );
  });
}

/** The move of a position that has this origin, target and captures. */
function hubOf(
  position: Position,
  last: { origin: number; target: number; captures: readonly number[]; faulty: boolean },
): string | null {
  const taken = [...last.captures].sort((a, b) => a - b).join();
  const found = position
    .moves(last.faulty ? "faulty" : "legal")
    .find(
      ({ origin, target, captures }) =>
        origin === last.origin &&
        target === last.target &&
        [...captures].sort((a, b) => a - b).join() === taken,
    );
  return found?.hub ?? null;
}

/** A game of a file. */
export async function fromFile(opened: Opened): Promise<Study> {
  const ruleset = await rulesetOf(opened.variant);
  const root = new Node(null, "root", ruleset.read(opened.fen));
  grow(root, opened.items);
  return new Study(ruleset, root, root, { tags: opened.tags });
}

/** One that was kept; what the rules no longer allow is left out. */
export async function fromKept({ id, variant, tags, origin, rows, at }: Kept): Promise<Study> {
  const ruleset = await rulesetOf(variant);
  const start = rows[0]?.[2];
  const { root, nodes } = treeOf(rows, start ? ruleset.read(start) : ruleset.initial());
  const from: Origin = { id, tags, game: origin, kept: true };
  return new Study(ruleset, root, nodes[at] ?? root, from);
}

/** Follow the items of a game: variations replace the step before them. */
export function grow(root: Node, items: readonly Item[]): void {
  const growing = new Growing(root);
  for (const item of items) growing.take(item);
}

interface Line {
  node: Node;
  /** The last step of this line; null: none was made. */
  last: Node | null;
  lost: boolean;
  before: string;
}

/** The line that is being followed, in those it branches from. */
class Growing {
  private readonly outer: Line[] = [];
  private line: Line;

  constructor(root: Node) {
    this.line = { node: root, last: null, lost: false, before: "" };
  }

  take(item: Item): void {
    const { line } = this;
    const [kind, value] = item;
    if (kind === "begin") {
      this.outer.push(line);
      const node = line.last?.parent ?? line.node;
      this.line = { node, last: null, lost: line.lost, before: "" };
    } else if (kind === "end") {
      this.line = this.outer.pop() ?? line;
    } else if (line.lost) {
      // What follows a move that cannot be made is left out.
    } else if (kind === "refused" || kind === "skipped") {
      line.lost = true;
    } else if (kind === "comment") {
      this.say(value);
    } else if (kind === "nag") {
      line.last?.nags.push(value);
    } else if (kind === "mark") {
      const nag = MARKS[value.replaceAll(/[()]/g, "")];
      if (nag === undefined) this.say(value);
      else line.last?.nags.push(nag);
    } else {
      this.step(item);
    }
  }

  private step(item: Item): void {
    const next = stepOf(this.line.node, item);
    if (next === undefined) return;
    this.line.lost = next === null;
    if (!next) return;
    next.before = this.line.before || next.before;
    this.line = { node: next, last: next, lost: false, before: "" };
  }

  private say(text: string): void {
    const { line, outer } = this;
    const plain = text.split(/\s+/).filter(Boolean).join(" ");
    if (!line.last && outer.length > 0) line.before = `${line.before} ${plain}`.trim();
    else line.node.comment = `${line.node.comment} ${plain}`.trim();
  }
}

/** The node that an item leads to; null: it cannot be, undefined: it leads nowhere. */
function stepOf(node: Node, [kind, value]: Item): Node | null | undefined {
  switch (kind) {
    case "move":
    case "faulty":
      return play(node, value, kind);
    case "setup":
      return setUp(node, value);
    case "pass":
      return replaceBoard(node, node.position.turned(), "pass");
    case "huff":
      return replaceBoard(node, node.position.without(value), "setup");
    default:
      return undefined;
  }
}

function setUp(node: Node, fen: string): Node | null {
  try {
    const next = node.position.ruleset.read(fen);
    return replaceBoard(node, next, "setup");
  } catch {
    return null;
  }
}
