/** One analysis as somebody has it on the screen: its tree, the node he is at, what is looked at. */

import { batch, computed, effect, signal, type Signal } from "@preact/signals";
import type { FullReport, MoveView, SearchRequest } from "../generated/messages";
import type { Game } from "../game/variants";
import { houseGame, gameOf, type HouseRecord } from "../game/variants";
import type { Fault } from "../core/files";
import { huffingIn } from "./files";
import { viewMove, type CoreMove } from "../core/moves";
import type { Position, Ruleset } from "../core/position";
import { isKnown, keptAs, type Side, type Variant } from "../core/rules";
import { eraseDrawings, toggleDrawing, type Drawing } from "./annotations";
import type { ChapterDesk } from "./chapters";
import { Engine } from "./engine";
import { keep, newStudyId, type Kept } from "./saved";
import { annotate, Reporter } from "./report";
import { Retry, type Task } from "./retrying";
import { settings } from "./settings";
import {
  lastRead,
  lineFrom,
  makeMain,
  Node,
  pathTo,
  play,
  promote,
  putBeforeUnread,
  remove,
  rowsOf,
  treeOf,
  type Row,
} from "./tree";
import type { Tags } from "./pdn";

const MOST_UNDONE = 200;
const MOST_PAST = 256;
/** Plies that "deeper" adds. */
const DEEPER = 4;
/** What a server searches at most. */
const MOST_NODES = 20_000_000;
/** What it searches where its tables alone are wanted: the least that can be asked for. */
const LEAST_NODES = 10_000;
/** Comments are somebody's words; a file may hold more, a field does not. */
export const LONGEST_COMMENT = 2000;

type Stack = Signal<readonly Snapshot[]>;

interface Snapshot {
  readonly rows: readonly Row[];
  readonly at: number;
}

/** Where a study comes from, beside its tree. */
export interface Origin {
  readonly id?: string;
  readonly tags?: Tags;
  /** The game it was played in, where it can be gone back to. */
  readonly game?: string | null;
  /** Whether it was kept here before. */
  readonly kept?: boolean;
  /** Whether its report is wanted at once. */
  readonly report?: boolean;
  /** What was wrong in the file it is out of. */
  readonly faults?: readonly Fault[];
  /** Which side whoever looks at it has played; null: none, or both. */
  readonly side?: Side | null;
  /** A game over days that runs: no engine and no tables, and what is played here is not kept. */
  readonly quiet?: boolean;
  /** The chapter of a study that it is: the server keeps it, not this device. */
  readonly chapter?: ChapterDesk | null;
}

/** A position that is shown for a moment and is not part of the tree. */
export interface Peek {
  readonly position: Position;
  readonly move: CoreMove | null;
}

export class Study {
  readonly id: string;
  readonly tags: Tags;
  /** Whether captures may be left out, and are huffed. */
  readonly huffing: boolean;
  readonly game: Game;
  /** The game it was played in, where it can be gone back to. */
  readonly origin: string | null;
  /** Whether its report is wanted at once. */
  readonly report: boolean;
  /** What was wrong in the file it is out of. */
  readonly faults: readonly Fault[];
  /** Which side whoever looks at it has played; null: none, or both. */
  readonly side: Side | null;
  /** A game over days that runs: no engine and no tables, and what is played here is not kept. */
  readonly quiet: boolean;
  /** The chapter of a study that it is: the server keeps it, not this device. */
  readonly chapter: ChapterDesk | null;
  readonly root = signal<Node>(null!);
  readonly at = signal<Node>(null!);
  /** Grows with every change of the tree. */
  readonly changes = signal(0);
  readonly below = signal<"white" | "black">("white");
  readonly peek = signal<Peek | null>(null);
  readonly engine = new Engine();
  readonly reporter = new Reporter();
  /** The mistakes of a report, tried once more. */
  readonly retry = signal<Retry | null>(null);
  /** Nothing is looked at while another thing of the page is busy with the machine. */
  readonly resting = signal(false);
  readonly #undone = signal<readonly Snapshot[]>([]);
  readonly #redone = signal<readonly Snapshot[]>([]);
  readonly #ends: (() => void)[] = [];
  /** How much deeper than the settings say a position is looked at. */
  readonly #further = signal<{ readonly node: Node | null; readonly depth: number }>({
    node: null,
    depth: 0,
  });
  #kept: boolean;

  constructor(
    readonly ruleset: Ruleset,
    root: Node,
    at: Node,
    origin: Origin = {},
  ) {
    const { id = newStudyId(), tags = {}, game = null, kept = false } = origin;
    this.report = origin.report ?? false;
    this.faults = origin.faults ?? [];
    this.side = origin.side ?? null;
    this.quiet = origin.quiet ?? false;
    this.chapter = origin.chapter ?? null;
    if (this.side) this.below.value = this.side;
    this.id = id;
    this.tags = tags;
    this.huffing = huffingIn(tags, ruleset.variant);
    this.origin = game;
    this.game = drawnAs(ruleset.variant);
    this.root.value = root;
    this.at.value = at;
    this.#kept = kept;
    this.#ends.push(
      effect(() => this.#look()),
      effect(() => this.#keep()),
    );
  }

  readonly canUndo = computed(() => this.#undone.value.length > 0);
  readonly canRedo = computed(() => this.#redone.value.length > 0);
  /** What can be played at the node, as the board's input takes it, and what each is to the core. */
  readonly choices = computed(() => choicesAt(this.at.value.position, this.huffing));

  close(): void {
    for (const end of this.#ends) end();
    this.chapter?.close();
    this.engine.close();
    this.reporter.cancel();
    this.retry.peek()?.close();
  }

  // Going about

  go(node: Node): void {
    batch(() => {
      this.peek.value = null;
      this.at.value = node;
    });
  }

  back(): void {
    const { parent } = this.at.peek();
    if (parent) this.go(parent);
  }

  forward(): void {
    const next = this.at.peek().children[0];
    if (next) this.go(next);
  }

  first(): void {
    this.go(this.root.peek());
  }

  last(): void {
    this.go(lineFrom(this.at.peek()).at(-1)!);
  }

  /** Go to the variation beside this one: `step` 1 the next, -1 the one before. */
  beside(step: number): void {
    const now = this.at.peek();
    const siblings = now.parent?.children ?? [];
    const other = siblings[siblings.indexOf(now) + step];
    if (other) this.go(other);
  }

  // Changing the tree

  /** Play a move as the hub writes it, here or after another node; follow it where it stands. */
  play(hub: string, from = this.at.peek()): Node | null {
    const before = lastRead(from);
    const known = before.children.find((child) => child.move?.hub === hub);
    if (known) {
      this.go(known);
      return known;
    }
    const snapshot = this.#snapshot();
    const made = add(before, hub) ?? (this.huffing ? add(before, hub, "faulty") : null);
    if (made) this.#changed(snapshot, made);
    return made;
  }

  /** Play several moves as one change. */
  playLine(hubs: readonly string[], from = this.at.peek()): void {
    const snapshot = this.#snapshot();
    const before = this.#count();
    let node = lastRead(from);
    for (const hub of hubs) {
      const next = add(node, hub);
      if (!next) break;
      node = next;
    }
    if (this.#count() === before) this.go(node);
    else this.#changed(snapshot, node);
  }

  promote(node = this.at.peek()): void {
    this.#change(() => promote(node) && node);
  }

  makeMain(node = this.at.peek()): void {
    this.#change(() => makeMain(node) && node);
  }

  remove(node = this.at.peek()): void {
    if (node.parent) this.#change(() => remove(node));
  }

  comment(text: string, node = this.at.peek()): void {
    const longest = Math.max(LONGEST_COMMENT, node.comment.length);
    this.#write(text.slice(0, longest).split(/\s+/).filter(Boolean).join(" "), node);
  }

  /** Draw a ring or an arrow at a node, or take away what is drawn there. */
  draw(drawing: Drawing, node = this.at.peek()): void {
    const { geometry } = this.ruleset;
    this.#write(toggleDrawing(node.comment, drawing, geometry, this.game.notation), node);
  }

  /** Take away all that is drawn at a node. */
  erase(node = this.at.peek()): void {
    this.#write(eraseDrawings(node.comment), node);
  }

  /** Put a glyph on a move, in place of another of its kind, or take it away. */
  glyph(nag: number, node = this.at.peek()): void {
    if (!node.parent) return;
    this.#change(() => {
      const kind = nag < 10;
      const others = node.nags.filter((each) => each < 10 !== kind);
      node.nags = node.nags.includes(nag) ? others : [...others, nag];
      return node;
    });
  }

  /** Put a report into the tree: glyphs, sentences, better lines. */
  annotate(nodes: readonly Node[], report: FullReport): void {
    this.#change(() => {
      annotate(nodes, report);
      return this.at.peek();
    });
  }

  // Mistakes once more

  retryAll(tasks: readonly Task[]): void {
    batch(() => {
      this.retry.value = new Retry(tasks);
      this.resting.value = true;
      this.#before();
    });
  }

  nextRetry(): void {
    this.retry.peek()?.next();
    this.#before();
  }

  showRetry(): void {
    this.retry.peek()?.show();
  }

  endRetry(): void {
    batch(() => {
      this.retry.peek()?.close();
      this.retry.value = null;
      this.resting.value = false;
      this.peek.value = null;
    });
  }

  #before(): void {
    const task = this.retry.peek()?.task;
    if (task) this.go(task.node.parent!);
  }

  undo(): void {
    this.#restore(this.#undone, this.#redone);
  }

  redo(): void {
    this.#restore(this.#redone, this.#undone);
  }

  /** Show another tree, which somebody else has written, at the same place as far as there is one. */
  take(root: Node): void {
    let node = root;
    for (const each of pathTo(this.at.peek()).slice(1)) {
      const next = node.children.find(({ kind, text }) => kind === each.kind && text === each.text);
      if (!next) break;
      node = next;
    }
    batch(() => {
      // What was done here before would undo what the other has done.
      this.#undone.value = [];
      this.#redone.value = [];
      this.peek.value = null;
      this.root.value = root;
      this.at.value = node;
    });
  }

  #write(comment: string, node: Node): void {
    if (comment === node.comment) return;
    this.#change(() => {
      node.comment = comment;
      return this.at.peek();
    });
  }

  #change(act: () => Node | false): void {
    const snapshot = this.#snapshot();
    const node = act();
    if (node) this.#changed(snapshot, node);
  }

  #changed(before: Snapshot, at: Node): void {
    batch(() => {
      this.#undone.value = [...this.#undone.peek(), before].slice(-MOST_UNDONE);
      this.#redone.value = [];
      this.changes.value += 1;
      this.peek.value = null;
      this.at.value = at;
    });
  }

  #restore(from: Stack, to: Stack): void {
    const snapshot = from.peek().at(-1);
    if (!snapshot) return;
    const { root, nodes } = treeOf(snapshot.rows, this.root.peek().position);
    batch(() => {
      to.value = [...to.peek(), this.#snapshot()];
      from.value = from.peek().slice(0, -1);
      this.root.value = root;
      this.changes.value += 1;
      this.peek.value = null;
      this.at.value = nodes[snapshot.at] ?? root;
    });
  }

  #snapshot(): Snapshot {
    const rows = rowsOf(this.root.peek());
    return { rows, at: placeOf(this.root.peek(), this.at.peek()) };
  }

  #count(): number {
    return rowsOf(this.root.peek()).length;
  }

  // Looking and keeping

  /** Look at the position deeper than the settings say. */
  lookDeeper(): void {
    const node = this.at.peek();
    const { node: before, depth } = this.#further.peek();
    this.#further.value = { node, depth: (before === node ? depth : 0) + DEEPER };
  }

  /** Have the server's endgame tables say what they know; why they do not, in a language. */
  askTables(language: string): void {
    const { position } = this.at.peek();
    const wish = { ...searchOf(this.at.peek(), position, 1), nodes: LEAST_NODES };
    void this.engine.askTables(position.bytes, wish, language);
  }

  #look(): void {
    const { on, lines, depth, threat, server } = settings.value;
    const node = this.at.value;
    const further = this.#further.value;
    const most = depth && depth + (further.node === node ? further.depth : 0);
    if (!on || this.quiet || this.resting.value) {
      this.engine.stop();
      return;
    }
    const position = threat ? turned(node.position) : node.position;
    if (!position) {
      this.engine.stop();
      return;
    }
    this.engine.look(
      {
        variant: this.ruleset.variant,
        position: position.bytes,
        past: threat ? [] : pastOf(node),
        lines,
        depth: most,
        repetition: this.ruleset.variant.rules.repetition,
      },
      server ? searchOf(threat ? null : node, position, lines) : null,
    );
  }

  #keep(): void {
    const changed = this.changes.value > 0;
    if (this.chapter) {
      if (changed) this.chapter.changed();
      return;
    }
    const at = this.at.value;
    if (this.quiet || (!changed && !this.#kept)) return;
    this.#kept = true;
    keep(this.kept(at));
  }

  /** The study as it is kept. */
  kept(at = this.at.peek()): Kept {
    const { variant } = this.ruleset;
    const root = this.root.peek();
    return {
      id: this.id,
      variant: keptAs(variant),
      tags: this.tags,
      origin: this.origin,
      side: this.side,
      rows: rowsOf(root),
      at: placeOf(root, at),
      changed: Date.now(),
    };
  }
}

/** Play a move that somebody makes: it stands before text that could not be read. */
function add(node: Node, hub: string, kind: "move" | "faulty" = "move"): Node | null {
  const others = node.children.length;
  const made = play(node, hub, kind);
  if (made && node.children.length > others) putBeforeUnread(made);
  return made;
}

function placeOf(root: Node, node: Node): number {
  // The order of the rows: breadth first.
  const found = [root];
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === node) return at;
    found.push(...found[at]!.children);
  }
  return 0;
}

/** The earlier positions of a node's line, as far as they can come again. */
function pastOf(node: Node): Uint8Array[] {
  const path = pathTo(lastRead(node));
  const since = path.findLastIndex(
    ({ kind }) => kind === "setup" || kind === "pass" || kind === "root",
  );
  return path
    .slice(Math.max(0, since), -1)
    .map(({ position }) => position.bytes)
    .slice(-MOST_PAST);
}

/** What a server is asked: a position, with the moves that led to it where there are some. */
function searchOf(node: Node | null, position: Position, lines: number): SearchRequest {
  const path = node ? pathTo(lastRead(node)) : [];
  const since = path.findLastIndex(({ kind }) => kind !== "move");
  const { variant } = position.ruleset;
  return {
    variant: keptAs(variant),
    start: (path[since]?.position ?? position).full,
    moves: path.slice(since + 1).map(({ move }) => move!.hub),
    lines,
    nodes: MOST_NODES,
  };
}

/** The position with the other side to move; null where that one could not move at all. */
function turned(position: Position): Position | null {
  const other = position.turned();
  try {
    return other.moves("legal").length > 0 ? other : null;
  } catch {
    return null;
  }
}

export interface Choices {
  readonly legal: readonly MoveView[];
  readonly faulty: readonly MoveView[];
  readonly hubs: ReadonlyMap<MoveView, string>;
  /** There are more moves than can be listed. */
  readonly tooComplex: boolean;
}

/** What can be played at a position, as a board takes it, and how the hub writes it. */
export function choicesAt(
  position: Position,
  huffing = position.ruleset.variant.rules.huffing,
): Choices {
  const hubs = new Map<MoveView, string>();
  const views = (moves: readonly CoreMove[]): MoveView[] =>
    moves.map((move) => {
      const view = viewMove(move);
      hubs.set(view, move.hub);
      return view;
    });
  try {
    const legal = views(position.legal);
    const faulty = huffing ? views(position.faulty) : [];
    return { legal, faulty, hubs, tooComplex: false };
  } catch {
    return { legal: [], faulty: [], hubs, tooComplex: true };
  }
}

/** What drawing a variant takes. */
export function drawnAs(variant: Variant): Game {
  return isKnown(variant) ? gameOf(variant.key) : houseGame(variant as unknown as HouseRecord);
}
