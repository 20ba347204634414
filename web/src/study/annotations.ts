/**
 * What programs write into comments, as commands `[%name value]`: clocks, squares and arrows.
 * The commands stay in the comment; this is only how they are read.
 */

import type { Line, Pen, Ring } from "../board/marks";
import type { Geometry, Notation } from "../board/geometry";
import type { Side } from "../core/rules";

const COMMAND = /\[%([A-Za-z][\w-]*)((?:\s[^[\]]*)?)\]/g;
const TIME = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,9}))?$/;
const CLOCK = /([wb])\s*([\d:.,]+)/gi;
const DRAWN = /^([A-Z]?)([a-l]?\d.*)$/;
const ENDS = /^([a-l]\d\d?|\d\d?)[x:-]?([a-l]\d\d?|\d\d?)$/;
const PENS: Readonly<Record<string, Pen>> = {
  R: "pen-red",
  Y: "pen-yellow",
  O: "pen-yellow",
  B: "pen-blue",
};

/** The commands of a comment as they stand there. */
export function commandsIn(comment: string): string[] {
  return comment.match(COMMAND) ?? [];
}

/** A comment without its commands. */
export function plain(comment: string): string {
  if (!comment.includes("[%")) return comment;
  return comment.replaceAll(COMMAND, " ").split(/\s+/).filter(Boolean).join(" ");
}

/** The values of all commands of a name. */
function valuesOf(comment: string, name: string): string[] {
  if (!comment.includes("[%")) return [];
  return [...comment.matchAll(COMMAND)].flatMap(([, found, value]) =>
    found === name ? [value!.trim()] : [],
  );
}

// Clocks

export type Clocks = Readonly<Record<Side, number | null>>;

/** Milliseconds that are left after a move of `mover`, as far as its comment says so. */
export function clocksOf(comment: string, mover: Side): Clocks {
  const clocks: Record<Side, number | null> = { white: null, black: null };
  for (const [, letter, time] of (valuesOf(comment, "clock")[0] ?? "").matchAll(CLOCK)) {
    clocks[letter!.toLowerCase() === "w" ? "white" : "black"] ??= timeOf(time!);
  }
  const own = timeOf(valuesOf(comment, "clk")[0] ?? "");
  return own === null ? clocks : { ...clocks, [mover]: own };
}

/** Milliseconds that a move took, as far as its comment says so. */
export function takenOf(comment: string): number | null {
  return timeOf(valuesOf(comment, "emt")[0] ?? "");
}

/** `h:mm:ss`, `m:ss` or `s` as milliseconds; null: it is no time. */
export function timeOf(text: string): number | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [hours, minutes, seconds] = found.slice(1, 4).map((part) => Number(part ?? 0));
  const fraction = Number(`${found[4] ?? ""}000`.slice(0, 3));
  return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + fraction;
}

/** Milliseconds as a clock shows them: `9:48`, `1:02:03`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

// Squares and arrows

export interface Drawings {
  readonly rings: readonly Ring[];
  readonly lines: readonly Line[];
}

/** The squares and arrows of a comment: `[%csl G22,R23]`, `[%cal G22x31,Rb4d6]`. */
export function drawingsOf(comment: string, geometry: Geometry): Drawings {
  const named = (name: string): number => geometry.squareOf(name);
  const rings = drawn(comment, "csl").flatMap(({ kind, text }) => {
    const square = named(text);
    return square ? [{ kind, square }] : [];
  });
  const lines = drawn(comment, "cal").flatMap(({ kind, text }) => {
    const squares = (ENDS.exec(text) ?? []).slice(1).map(named);
    return squares.length === 2 && squares.every(Boolean) ? [{ kind, squares }] : [];
  });
  return { rings, lines };
}

interface Drawn {
  readonly kind: Pen;
  readonly text: string;
}

/** What each part of a command draws, and with which pen: green where none is named. */
function drawn(comment: string, command: string): Drawn[] {
  return partsOf(comment, command).map((part) => {
    const [, letter = "", text = ""] = DRAWN.exec(part) ?? [];
    return { kind: PENS[letter] ?? "pen-green", text };
  });
}

/** What somebody draws: a ring around a square, or an arrow between two. */
export interface Drawing {
  readonly pen: Pen;
  readonly squares: readonly [square: number] | readonly [from: number, to: number];
}

const LETTERS: Readonly<Record<Pen, string>> = {
  "pen-green": "G",
  "pen-red": "R",
  "pen-yellow": "Y",
  "pen-blue": "B",
};

/**
 * A comment with one more drawing: what is there is taken away, and what another pen has drawn
 * there is replaced. What cannot be read stays.
 */
export function toggleDrawing(
  comment: string,
  { pen, squares }: Drawing,
  geometry: Geometry,
  notation: Notation,
): string {
  const name = squares.length === 1 ? "csl" : "cal";
  const names = squares.map((square) => geometry.name(square, notation));
  const added = LETTERS[pen] + names.join(notation === "numeric" ? "x" : "");
  const parts = partsOf(comment, name);
  const there = parts.filter((part) => samePlace(part, squares, geometry));
  const others = parts.filter((part) => !there.includes(part));
  const again = there.some((part) => (PENS[part[0]!] ?? "pen-green") === pen);
  return redrawn(comment, { ...drawnIn(comment), [name]: again ? others : [...others, added] });
}

/** A comment without its squares and arrows. */
export function eraseDrawings(comment: string): string {
  return redrawn(comment, { csl: [], cal: [] });
}

type Parts = Readonly<Record<"csl" | "cal", readonly string[]>>;

function drawnIn(comment: string): Parts {
  return { csl: partsOf(comment, "csl"), cal: partsOf(comment, "cal") };
}

function partsOf(comment: string, name: string): string[] {
  return valuesOf(comment, name).flatMap((value) => value.split(/[\s,]+/).filter(Boolean));
}

/** Whether a part of a command lies on these squares. */
function samePlace(part: string, squares: readonly number[], geometry: Geometry): boolean {
  const text = DRAWN.exec(part)?.[2] ?? "";
  const ends = squares.length === 1 ? [text] : (ENDS.exec(text) ?? []).slice(1);
  return (
    ends.length === squares.length &&
    ends.every((end, index) => geometry.squareOf(end) === squares[index])
  );
}

/** A comment with these drawings in place of its own, before its words. */
function redrawn(comment: string, parts: Parts): string {
  const others = commandsIn(comment).filter((command) => !/^\[%c[sa]l\b/.test(command));
  const drawings = (["csl", "cal"] as const)
    .filter((name) => parts[name].length > 0)
    .map((name) => `[%${name} ${parts[name].join(",")}]`);
  return [...others, ...drawings, plain(comment)].filter(Boolean).join(" ");
}
