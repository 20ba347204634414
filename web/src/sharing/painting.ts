/** A position painted on a canvas, for pictures that other programs show. */

import { Projection, type Orientation } from "../board/projection";
import { CROWN, SIDE } from "../board/pieces";
import { colorsOf, type Theme } from "../board/themes";
import { geometryOf, type Game } from "../game/variants";

/** Pixels of the board, each way, and of the line below it. */
export const PIXELS = 480;
const LINE = 40;
/** Pixels of the whole picture, from top to bottom. */
export const HEIGHT = PIXELS + LINE;
/** Width of the frame, and radii of a piece, in hundredths of a square. */
const FRAME = 14;
const RADIUS = 38;
const RING = 27;

export interface Scene {
  /** The letter of each square. */
  readonly board: string;
  /** Squares that the last move left and reached. */
  readonly last: readonly number[];
}

export interface Look {
  readonly game: Game;
  readonly below: Orientation;
  readonly theme: Theme;
  readonly dark: boolean;
  /** Who played, and how it ended: it stands below the board. */
  readonly caption: string;
}

type Context = CanvasRenderingContext2D;

function crown(): Path2D {
  return new Path2D(CROWN);
}

/** A canvas of the size of all pictures. */
export function canvas(): Context {
  const made = document.createElement("canvas");
  made.width = PIXELS;
  made.height = HEIGHT;
  return made.getContext("2d", { willReadFrequently: true })!;
}

export function paint(context: Context, scene: Scene, look: Look): void {
  const projection = new Projection(geometryOf(look.game), look.below);
  const colors = colorsOf(look.theme, look.dark);
  const whole = projection.extent + 2 * FRAME;
  context.setTransform(PIXELS / whole, 0, 0, PIXELS / whole, 0, 0);
  context.fillStyle = colors["frame"]!;
  context.fillRect(0, 0, whole, whole);
  context.translate(FRAME, FRAME);
  context.fillStyle = colors["light"]!;
  context.fillRect(0, 0, projection.extent, projection.extent);
  for (let square = 1; square <= projection.geometry.count; square++) {
    paintSquare(context, projection, square, colors, scene.last.includes(square));
    const letter = scene.board[square - 1]!;
    if (/[wb]/i.test(letter)) paintPiece(context, projection.centre(square), letter, colors);
  }
  paintCaption(context, look.caption, colors);
}

function paintCaption(context: Context, caption: string, colors: Colors): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colors["frame"]!;
  context.fillRect(0, PIXELS, PIXELS, LINE);
  context.fillStyle = colors["frame-name"]!;
  context.font = "600 18px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(caption, PIXELS / 2, PIXELS + LINE / 2, PIXELS - 24);
}

type Colors = Readonly<Record<string, string>>;

function paintSquare(
  context: Context,
  projection: Projection,
  square: number,
  colors: Colors,
  last: boolean,
): void {
  const [column, row] = projection.cell(square);
  const other = projection.geometry.shape.full && (column + row) % 2 === 0;
  const [left, top] = [column * SIDE, row * SIDE];
  context.fillStyle = colors[other ? "other" : "dark"]!;
  context.fillRect(left, top, SIDE, SIDE);
  if (!last) return;
  context.strokeStyle = colors["last"]!;
  context.lineWidth = 6;
  context.strokeRect(left + 3, top + 3, SIDE - 6, SIDE - 6);
}

function paintPiece(
  context: Context,
  [x, y]: readonly [number, number],
  letter: string,
  colors: Colors,
): void {
  const side = letter.toLowerCase();
  const disc = (radius: number, dy: number): void => {
    context.beginPath();
    context.arc(x, y + dy, radius, 0, 2 * Math.PI);
  };
  context.lineWidth = 3;
  context.strokeStyle = colors[`${side}-line`]!;
  disc(RADIUS, 5);
  context.fillStyle = colors[`${side}-rim`]!;
  context.fill();
  context.stroke();
  disc(RADIUS, -4);
  context.fillStyle = colors[`${side}-a`]!;
  context.fill();
  context.stroke();
  if (letter === side) {
    disc(RING, -4);
    context.strokeStyle = colors[`${side}-ring`]!;
    context.stroke();
    return;
  }
  context.save();
  context.translate(x, y - 4);
  context.fillStyle = colors[`${side}-crown`]!;
  context.fill(crown());
  context.restore();
}
