/**
 * The board itself: its squares, and what they are called. Names stand in corners that pieces hardly
 * reach, and over both pieces and marks, with an outline in the colour of their square.
 */

import type { Notation } from "./geometry";
import { SIDE } from "./pieces";
import type { Projection } from "./projection";
import { svg } from "./svg";

export type Coordinates = "none" | "squares" | "edge";

export function drawGround(layer: SVGGElement, projection: Projection): void {
  const { geometry, extent } = projection;
  const parts: Element[] = [svg("rect", { class: "light", width: extent, height: extent })];
  for (let square = 1; square <= geometry.count; square++) {
    const [column, row] = projection.cell(square);
    const odd = geometry.shape.full && (column + row) % 2 === 0 ? " other" : "";
    parts.push(
      svg("rect", {
        class: `dark${odd}`,
        x: column * SIDE,
        y: row * SIDE,
        width: SIDE,
        height: SIDE,
      }),
    );
  }
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
  else if (edge && notation === "algebraic") layer.replaceChildren(...alongEdges(projection));
  else layer.replaceChildren(...inSquares(projection, notation, edge));
}

/** A text below a point, whatever its size, or with its foot there. */
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
    return [text(geometry.name(index + 1, notation), column * SIDE + 2, row * SIDE + 3, "name")];
  }).flat();
}

function alongEdges(projection: Projection): Element[] {
  const { geometry, extent, orientation } = projection;
  const { width, full, mirrored } = geometry.shape;
  return Array.from({ length: width }, (_, index) => {
    const file = orientation === "white" ? index : width - 1 - index;
    const rank = orientation === "white" ? width - index : index + 1;
    const even = index % 2 === 0;
    const ground = (left: boolean): string => {
      const dark = left ? (index + width - 1) % 2 === 0 : even;
      return full || dark !== mirrored ? "" : " on-light";
    };
    return [
      text(
        "abcdefghijkl"[file]!,
        (index + 1) * SIDE - 3,
        extent - 5,
        `name file${ground(false)}`,
        "0",
      ),
      text(String(rank), 2, index * SIDE + 3, `name${ground(true)}`),
    ];
  }).flat();
}
