/** Where an analysis begins: a position, a game, a file, or one that was kept. */

import type { GameSource, View } from "../game/source";
import { gameOf } from "../game/variants";
import type { Item, Step } from "../core/files";
import { Ruleset, type Position } from "../core/position";
import { KNOWN, variantOf } from "../core/rules";
import { coreOfPage, File as GamesFile, foresee } from "./engine";
import type { Opened } from "./files";
import type { Kept } from "./saved";
import { settings } from "./settings";
import { Study, type Origin } from "./study";
import { clockCommands } from "./times";
import { addUnread, lineFrom, Node, nodeAfter, play, replaceBoard, treeOf } from "./tree";

/** Glyphs as they are written after moves. */
const MARKS: Readonly<Record<string, number>> = {
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!!!": 3,
  "???": 4,
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

/** The root of a tree that begins at a position; throws `RulesError` where it is none. */
export async function rootOf(variant: unknown, fen: string): Promise<Node> {
  return new Node(null, "root", (await rulesetOf(variant)).read(fen));
}

/** The moves of a game as its source tells them: the root and the last node. */
export async function movesOf(source: GameSource, view: View): Promise<{ root: Node; last: Node }> {
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
  return { root, last: node };
}

/** A game as its source tells it, at one of its plies; null where there is no such game. */
export async function fromGame(source: GameSource, id: string, ply: number): Promise<Study | null> {
  const state = await known(source);
  if (!state) return null;
  const { view, you } = state;
  const { root, last } = await movesOf(source, view);
  if (view.clock) await addClocks(root, source);
  const names = (["white", "black"] as const).map((side) => view.players[side]?.name ?? "");
  const tags = {
    White: names[0] || "?",
    Black: names[1] || "?",
    Result: view.outcome ? resultOf(view.outcome.winner) : "*",
    ...(view.huffing ? { Huffing: "1" } : {}),
  };
  const [own, second] = you;
  const quiet = view.daily === true && view.phase === "playing" && own !== undefined && !second;
  // What is planned begins where the game stands.
  const at = quiet ? last : (nodeAfter(root, ply) ?? last);
  return new Study(root.position.ruleset, root, at, {
    tags,
    game: id,
    report: view.outcome !== null,
    side: own && !second ? own : null,
    quiet,
  });
}

/** Put what the clocks showed at each move into the comments, where the game's file says it. */
async function addClocks(root: Node, source: GameSource): Promise<void> {
  const file = new GamesFile();
  try {
    const given = source.download("pdn");
    const text = typeof given === "string" ? await (await fetch(given)).text() : await given();
    await file.read(new TextEncoder().encode(text));
    const said = clockCommands((await file.open(0))?.items ?? []);
    const moves = lineFrom(root).filter(({ move }) => move !== null);
    for (const [index, node] of moves.entries()) node.comment ||= said[index] ?? "";
  } catch {
    // The moves are what is wanted; without a network their times are not to be had.
  } finally {
    file.close();
  }
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

/** A game of a file, or the chapter of a study that it is. */
export async function fromFile(opened: Opened, chapter: Origin["chapter"] = null): Promise<Study> {
  const ruleset = await rulesetOf(opened.variant);
  const root = new Node(null, "root", ruleset.read(opened.fen));
  grow(root, opened.items);
  return new Study(ruleset, root, root, { tags: opened.tags, faults: opened.faults, chapter });
}

/** One that was kept; what the rules no longer allow is left out. */
export async function fromKept(kept: Kept): Promise<Study> {
  const { id, variant, tags, origin, side = null, rows, at } = kept;
  const ruleset = await rulesetOf(variant);
  const start = rows[0]?.[2];
  const { root, nodes } = treeOf(rows, start ? ruleset.read(start) : ruleset.initial());
  const from: Origin = { id, tags, game: origin, kept: true, side };
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
  /** What stands before its first step. */
  before: string;
  nags: number[];
}

/** The line that is being followed, in those it branches from. */
class Growing {
  private readonly outer: Line[] = [];
  private line: Line;

  constructor(root: Node) {
    this.line = { node: root, last: null, before: "", nags: [] };
  }

  take(item: Item): void {
    const { line } = this;
    switch (item[0]) {
      case "begin":
        this.outer.push(line);
        this.line = { node: line.last?.parent ?? line.node, last: null, before: "", nags: [] };
        break;
      case "end":
        this.line = this.outer.pop() ?? line;
        // A variation that is nothing but a comment.
        if (line.before) this.say(line.before);
        break;
      case "comment":
        this.say(item[1]);
        break;
      case "nag":
        this.glyph(item[1]);
        break;
      case "mark": {
        const nag = MARKS[item[1].replaceAll(/[()]/g, "")];
        if (nag === undefined) this.say(item[1]);
        else this.glyph(nag);
        break;
      }
      case "junk":
        this.say(`unread: ${item[1]}`);
        break;
      case "result":
        if (this.outer.length > 0) this.say(item[1]);
        break;
      default:
        this.step(stepOf(line.node, item));
    }
  }

  private step(next: Node): void {
    const { before, nags } = this.line;
    next.before = before || next.before;
    next.nags.push(...nags.filter((nag) => !next.nags.includes(nag)));
    this.line = { node: next, last: next, before: "", nags: [] };
  }

  private glyph(nag: number): void {
    (this.line.last ?? this.line).nags.push(nag);
  }

  private say(text: string): void {
    const { line, outer } = this;
    const plain = text.split(/\s+/).filter(Boolean).join(" ");
    if (!line.last && outer.length > 0) line.before = `${line.before} ${plain}`.trim();
    else line.node.comment = `${line.node.comment} ${plain}`.trim();
  }
}

/** The node that an item leads to; what the rules refuse stays as text. */
function stepOf(node: Node, [kind, value]: Step): Node {
  switch (kind) {
    case "pass":
      return replaceBoard(node, node.position.turned(), "pass");
    case "huff":
      return replaceBoard(node, node.position.without(value), "setup");
    case "move":
    case "faulty":
      return play(node, value, kind) ?? addUnread(node, value);
    case "setup":
      return setUp(node, value) ?? addUnread(node, value);
    default:
      return addUnread(node, value);
  }
}

function setUp(node: Node, fen: string): Node | null {
  try {
    return replaceBoard(node, node.position.ruleset.read(fen), "setup");
  } catch {
    return null;
  }
}
