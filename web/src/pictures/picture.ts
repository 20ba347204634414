/** The position of a game as a picture: the SVG that the library draws of it. */

import type { Geometry, Place } from "../board/geometry";
import facts from "../generated/offline.json";
import type { Catalogue } from "../text/catalogue";
import type { Game } from "../core/game";

const { pieces: PIECES, glyphs, gap: GAP, ...PAINT } = facts.picture;
type Glyph = readonly [width: number, strokes: readonly (readonly [number, number, string])[]];
const GLYPHS = glyphs as unknown as Readonly<Record<string, Glyph>>;

const SIDE = 40;
const SIZE = 440;
const EDGE = 4;
const MARGIN = 16;
const NUMBER_SCALE = 0.74;
const GLYPH_HEIGHT = 8;
const LETTERS = "abcdefghijkl";
/** Stands for the beginning of every id until the whole picture is known. */
const ID = "\0";
const KINDS = [
  ["white_man", "w", "wm"],
  ["white_king", "W", "wk"],
  ["black_man", "b", "bm"],
  ["black_king", "B", "bk"],
] as const;
const PEN = ' stroke-linecap="round" stroke-linejoin="round"';

/** Draw where a game stands now, seen by White, described in the words of a catalogue. */
export function picture(game: Game, given: Catalogue): string {
  const { variant, state } = game;
  const words = given.of(variant.key);
  const drawing = new Drawing(game);
  const { key, names } = variant;
  const name = words.maybe(`game.${key}`) || names[words.language] || names["en"] || key;
  const side = words.maybe(`color.${game.turn}`);
  const title = words.maybe("picture.position", "", { game: name, side });
  const said = drawing.inWords(words);
  if (state.move) said.push(words.maybe("picture.last", "", { move: state.move.short }));
  const { extent } = drawing;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${extent} ${extent}"` +
    ` width="${SIZE}" height="${SIZE}" role="img" aria-labelledby="${ID}t ${ID}d">` +
    `<title id="${ID}t">${escape(title)}</title><desc id="${ID}d">${escape(said.join(" "))}</desc>` +
    `${drawing.body()}</svg>`;
  // So two different pictures in one page share no id, and the same picture is the same text.
  return text.replaceAll(ID, `c${crc32(text).toString(16).padStart(8, "0")}`);
}

class Drawing {
  readonly geometry: Geometry;
  readonly algebraic: boolean;
  readonly margin: number;
  readonly width: number;
  readonly board: string;

  constructor(readonly game: Game) {
    const { position } = game.state;
    this.geometry = position.ruleset.geometry;
    this.algebraic = game.variant.notation === "algebraic";
    this.margin = this.algebraic ? MARGIN : EDGE;
    this.width = this.geometry.shape.width;
    this.board = position.board;
  }

  get extent(): number {
    return this.width * SIDE + 2 * this.margin;
  }

  body(): string {
    const present = KINDS.filter(([, letter]) => this.board.includes(letter));
    const defs = present.map(([kind]) => PIECES[kind]).join("");
    return (
      (defs && `<defs>${defs}</defs>`) +
      this.#ground() +
      this.#last() +
      (this.algebraic ? this.#letters() : this.#numbers()) +
      this.#pieces()
    );
  }

  /** Both sides' pieces, one sentence for each. */
  inWords(words: Catalogue): string[] {
    const { notation } = this.game.variant;
    return (["white", "black"] as const).map((side) => {
      const parts = (["man", "king"] as const).flatMap((rank) => {
        const letter = rank === "man" ? side[0]! : side[0]!.toUpperCase();
        const found = this.#squares().filter((square) => this.board[square - 1] === letter);
        if (found.length === 0) return [];
        const squares = found.map((square) => this.geometry.name(square, notation)).join(", ");
        return [words.maybe(`board.${rank}s`, "", { n: found.length, squares })];
      });
      const named = words.maybe(`color.${side}`);
      return words.maybe("board.side", "", { side: named, pieces: parts.join("; ") || "–" });
    });
  }

  #squares(): number[] {
    return Array.from({ length: this.geometry.count }, (_, index) => index + 1);
  }

  /** The upper left corner of a square. */
  #corner(square: number): Place {
    const [column, row] = this.geometry.place(square);
    return [this.margin + column * SIDE, this.margin + (this.width - 1 - row) * SIDE];
  }

  #ground(): string {
    const { margin, extent } = this;
    const board = this.width * SIDE;
    const frame = `<rect width="${extent}" height="${extent}" rx="3" fill="${PAINT.frame}"/>`;
    const field =
      `<rect x="${margin}" y="${margin}" width="${board}" height="${board}"` +
      ' shape-rendering="crispEdges"';
    if (this.geometry.shape.full) {
      const lines = Array.from({ length: this.width + 1 }, (_, index) => {
        const at = margin + index * SIDE;
        return `M${margin} ${at}h${board}M${at} ${margin}v${board}`;
      });
      return (
        `${frame}${field} fill="${PAINT.dark}"/>` +
        `<path d="${lines.join("")}" stroke="${PAINT.line}" stroke-width="1.2"/>`
      );
    }
    let [beforeX, beforeY] = [0, 0];
    const dark = this.#squares().map((square) => {
      const [x, y] = this.#corner(square);
      const path = `m${x - beforeX} ${y - beforeY}h${SIDE}v${SIDE}h-${SIDE}z`;
      [beforeX, beforeY] = [x, y];
      return path;
    });
    const path = dark.join("").replaceAll(" -", "-");
    return (
      `${frame}${field} fill="${PAINT.light}" stroke="${PAINT.line}"/>` +
      `<path shape-rendering="crispEdges" d="${path}" fill="${PAINT.dark}"/>`
    );
  }

  /** The squares of the last move: filled, and bordered in two corners. */
  #last(): string {
    const { move } = this.game.state;
    if (!move) return "";
    const ends = [...new Set([move.origin, move.target])].sort((one, two) => one - two);
    return ends
      .map((square) => {
        const [x, y] = this.#corner(square);
        return (
          `<path d="M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z" fill="${PAINT.last}"/>` +
          `<path d="M${x} ${y}m30 1.5h8.5v8.5m-37 20v8.5h8.5"` +
          ` fill="none" stroke="${PAINT.last_line}" stroke-width="1.6"/>`
        );
      })
      .join("");
  }

  /** Letters below and digits to the left. */
  #letters(): string {
    const middle = this.margin / 2;
    let path = "";
    for (let step = 0; step < this.width; step += 1) {
      const along = this.margin + step * SIDE + SIDE / 2;
      path += around(LETTERS[step]!, along, this.extent - middle - 0.6);
      path += around(String(this.width - step), middle, along);
    }
    return `<path d="${path}" fill="none" stroke="${PAINT.label}" stroke-width="1.3"${PEN}/>`;
  }

  /** The number of each square in it. */
  #numbers(): string {
    const path = this.#squares().map((square) => {
      const [x, y] = this.#corner(square);
      return strokes(String(square), (x + 2) / NUMBER_SCALE, (y + 2.2) / NUMBER_SCALE);
    });
    return (
      `<path d="${path.join("")}" transform="scale(${short(NUMBER_SCALE)})" fill="none"` +
      ` stroke="${PAINT.number}" stroke-width="1.2"${PEN}/>`
    );
  }

  #pieces(): string {
    return this.#squares()
      .map((square) => {
        const kind = KINDS.find(([, letter]) => letter === this.board[square - 1]);
        const [x, y] = this.#corner(square);
        return kind ? `<use href="#${ID}${kind[2]}" x="${x + SIDE / 2}" y="${y + SIDE / 2}"/>` : "";
      })
      .join("");
  }
}

/** The path of a text whose upper left corner is at a point. */
function strokes(text: string, left: number, y: number): string {
  let [x, path] = [left, ""];
  for (const sign of text) {
    const [width, lines] = GLYPHS[sign]!;
    for (const [dx, dy, line] of lines) path += `M${short(x + dx)} ${short(y + dy)}${line}`;
    x += width + GAP;
  }
  return path;
}

/** The path of a text around a point. */
function around(text: string, x: number, y: number): string {
  const length = [...text].reduce((sum, sign) => sum + GLYPHS[sign]![0], GAP * (text.length - 1));
  return strokes(text, x - length / 2, y - GLYPH_HEIGHT / 2);
}

/** A number as short as it can be written. */
function short(value: number): string {
  const text = String(Number(value.toFixed(2)));
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function crc32(text: string): number {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
