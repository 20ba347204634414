/**
 * The board itself: its frame, its squares, and what they are called. Numbers stand in corners of
 * squares that pieces hardly reach, over both pieces and marks, and where squares are tiny only
 * while no piece stands there; letters stand in the frame.
 */

import type { Notation } from "./geometry";
import { isPiece, SIDE } from "./pieces";
import type { Projection } from "./projection";
import { svg } from "./svg";

export type Coordinates = "none" | "squares" | "edge";

/** Width of the frame, in hundredths of a square; wider where it carries letters and digits. */
const FRAME = { plain: 14, named: 40 } as const;

/** The width of the frame around the squares. */
export function frameOf(coordinates: Coordinates, notation: Notation): number {
  return coordinates !== "none" && notation === "algebraic" ? FRAME.named : FRAME.plain;
}

/** Strokes of a plank, each a little different from the next. */
function grain(extent: number): SVGElement {
  const count = 5 * (extent / SIDE);
  const strokes = Array.from({ length: count }, (_, index) => {
    const bend = ((index * 37) % 29) - 14;
    const x = ((index + 0.5) * extent) / count + bend / 2;
    return `M${x} 0C${x + bend} ${extent * 0.3} ${x - bend} ${extent * 0.7} ${x + bend / 2} ${extent}`;
  });
  return svg("path", { class: "grain", d: strokes.join("") });
}

export function drawGround(layer: SVGGElement, projection: Projection, frame: number): void {
  const { geometry, extent } = projection;
  const whole = extent + 2 * frame;
  const box = { x: -frame, y: -frame, width: whole, height: whole };
  const parts: Element[] = [
    svg("rect", { class: "frame", ...box }),
    svg("rect", { class: "light", width: extent, height: extent }),
  ];
  for (let square = 1; square <= geometry.count; square++) {
    const [column, row] = projection.cell(square);
    const odd = geometry.shape.full && (column + row) % 2 === 0 ? " other" : "";
    parts.push(
      svg("rect", {
        class: `dark${geometry.shape.full ? " lined" : ""}${odd}`,
        x: column * SIDE,
        y: row * SIDE,
        width: SIDE,
        height: SIDE,
      }),
    );
  }
  parts.push(grain(extent));
  // The squares lie a little lower than the frame: light below and right, shade above and left.
  parts.push(
    svg("path", { class: "sunk", d: `M0 ${extent}V0H${extent}` }),
    svg("rect", { class: "bevel", x: -3, y: -3, width: extent + 6, height: extent + 6 }),
    svg("rect", {
      class: "bevel",
      x: 3 - frame,
      y: 3 - frame,
      width: whole - 6,
      height: whole - 6,
    }),
  );
  layer.replaceChildren(...parts);
}

export function drawNames(
  layer: SVGGElement,
  projection: Projection,
  coordinates: Coordinates,
  notation: Notation,
): void {
  const edge = coordinates === "edge";
  if (coordinates === "none") layer.replaceChildren();
  else if (notation === "algebraic") layer.replaceChildren(...inFrame(projection));
  else layer.replaceChildren(...inSquares(projection, notation, edge));
}

/** A text below a point, whatever its size. */
function text(content: string, x: number, y: number, kind: string, dy = ".72em"): SVGTextElement {
  const element = svg("text", { x, y, dy, class: kind });
  element.textContent = content;
  return element;
}

/** What squares are called; all of them, or those along the edges. */
function inSquares(projection: Projection, notation: Notation, edge: boolean): Element[] {
  const { geometry } = projection;
  const last = geometry.shape.width - 1;
  return Array.from({ length: geometry.count }, (_, index) => {
    const [column, row] = projection.cell(index + 1);
    if (edge && ![0, last].includes(column) && ![0, last].includes(row)) return [];
    const name = text(
      geometry.name(index + 1, notation),
      column * SIDE + 2,
      row * SIDE + 3,
      "name",
    );
    name.dataset["nameOf"] = String(index + 1);
    return [name];
  }).flat();
}

/** Mark the names of squares where a piece stands: where squares are tiny they make room for it. */
export function coverNames(layer: SVGGElement, letters: string): void {
  for (const name of layer.querySelectorAll<SVGTextElement>("[data-name-of]"))
    name.classList.toggle("covered", isPiece(letters[Number(name.dataset["nameOf"]) - 1]));
}

/** Letters and digits on all four sides of the frame. */
function inFrame(projection: Projection): Element[] {
  const { geometry, extent, orientation } = projection;
  const { width } = geometry.shape;
  const middle = FRAME.named / 2;
  return Array.from({ length: width }, (_, index) => {
    const file = "abcdefghijkl"[orientation === "white" ? index : width - 1 - index]!;
    const rank = String(orientation === "white" ? width - index : index + 1);
    const along = index * SIDE + SIDE / 2;
    return [-middle, extent + middle].flatMap((off) => [
      text(file, along, off, "name outside", ".35em"),
      text(rank, off, along, "name outside", ".35em"),
    ]);
  }).flat();
}
