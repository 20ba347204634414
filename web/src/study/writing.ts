/** A tree as PDN: tags, moves, variations, glyphs, comments. */

import facts from "../generated/offline.json";
import { isKnown, type Variant } from "../core/rules";
import type { Node } from "./tree";

export type Tags = Readonly<Record<string, string>>;

const WIDTH = 80;
const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/** A private number for games that have none. */
const HOUSE_RULES = 95;

/** The text of a game; `tags` are those it came with. */
export function written(root: Node, tags: Tags): string {
  const { ruleset } = root.position;
  const {
    Result: result = "*",
    GameType: _type,
    Variant: _name,
    Rules: _rules,
    FEN: _fen,
    ...said
  } = tags;
  const all: Record<string, string> = {
    Event: "crownhead",
    White: "?",
    Black: "?",
    ...said,
    Result: result || "*",
    ...gameType(ruleset.variant),
  };
  const initial = ruleset.initial();
  if (!root.position.same(initial) || root.position.counts.join() !== initial.counts.join()) {
    all["FEN"] = root.position.fen;
  }
  const names = [...ROSTER, ...Object.keys(all).filter((name) => !ROSTER.includes(name))];
  const head = names.map((name) => line(name, all[name] ?? "")).join("");
  return `${head}\n${wrapped([...comment(root.comment), ...words(root), all["Result"]!])}\n`;
}

function gameType(variant: Variant): Tags {
  if (isKnown(variant)) return (facts.pdn as Readonly<Record<string, Tags>>)[variant.key]!;
  const width = Number.parseInt(variant.rules.board, 10);
  const letter = variant.rules.first[0]!.toUpperCase();
  const corner = variant.notation === "algebraic" ? "A0" : "N1";
  return {
    GameType: [HOUSE_RULES, letter, width, width, corner, Number(variant.mirrored)].join(),
    // Tags hold single blanks only; JSON can say a second one in another way.
    Rules: JSON.stringify(variant).replaceAll("  ", " \\u0020"),
  };
}

function line(name: string, text: string): string {
  const plain = text
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .split(/\s+/)
    .join(" ")
    .replaceAll('"', '\\"');
  return plain && `[${name} "${plain}${plain.endsWith("\\") ? " " : ""}"]\n`;
}

/** The words of all lines from a node: the first child, then the others as variations. */
function* words(from: Node): Generator<string> {
  // Work that is left: a node whose line goes on, or a word that stands there.
  const stack: (readonly [node: Node, numbered: boolean] | string)[] = [[from, true]];
  while (stack.length > 0) {
    const next = stack.pop()!;
    if (typeof next === "string") {
      yield next;
      continue;
    }
    const [node, numbered] = next;
    const [main, ...others] = node.children;
    if (!main) continue;
    yield* step(main, numbered);
    stack.push([main, others.length > 0 || main.comment !== "" || main.kind === "setup"]);
    for (const other of others.toReversed()) {
      stack.push(")", [other, other.comment !== ""], ...[...step(other, true)].toReversed(), "(");
    }
  }
}

/** One move with its number, its glyphs and what is said of it. */
function* step(node: Node, numbered: boolean): Generator<string> {
  yield* comment(node.before);
  const { number, second } = numberOf(node);
  if (!second) yield `${number}.`;
  else if (numbered || node.before) yield `${number}...`;
  yield stepText(node);
  for (const nag of node.nags) yield `$${nag}`;
  yield* comment(node.comment);
}

function stepText({ kind, move, position, parent }: Node): string {
  if (kind === "setup") return `/FEN "${position.fen}"/`;
  if (kind === "pass") return `/FEN "${position.turn === "white" ? "W" : "B"}::"/`;
  if (kind === "move") return move!.short;
  // A faulty move may look like a legal one.
  const legal = parent!.position.moves("legal");
  return (
    [move!.short, move!.full].find((text) => legal.every((each) => each.short !== text)) ??
    move!.hub
  );
}

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
  for (; root.parent; root = root.parent) ply += 1;
  const { position } = root;
  const place = ply + Number(position.turn !== position.ruleset.variant.rules.first);
  return { number: Math.floor(place / 2) + 1, second: place % 2 !== 0 };
}

function* comment(text: string): Generator<string> {
  const found = text.replaceAll("{", "(").replaceAll("}", ")").split(/\s+/).filter(Boolean);
  const last = found.length - 1;
  for (const [index, word] of found.entries()) {
    yield (index === 0 ? "{" : "") + word + (index === last ? "}" : "");
  }
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  let line = "";
  let tight = false;
  for (const word of words) {
    const glue = tight || word === ")" || line === "" ? "" : " ";
    // At the start of a line some signs mean something else.
    if (line.length + 1 + word.length <= WIDTH || glue === "" || /^[%[*]/.test(word))
      line += glue + word;
    else {
      lines.push(line);
      line = word;
    }
    tight = word === "(";
  }
  return [...lines, line].join("\n");
}
