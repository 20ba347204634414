/**
 * The board itself: its squares, and what they are called. Names stand in corners that no piece
 * reaches, and over the marks, with an outline in the colour of their square.
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
  if (coordinates === "squares") layer.replaceChildren(...inSquares(projection, notation));
  else if (coordinates === "edge") layer.replaceChildren(...alongEdges(projection));
  else layer.replaceChildren();
}

function text(content: string, x: number, y: number, kind: string): SVGTextElement {
  const element = svg("text", { x, y, class: kind });
  element.textContent = content;
  return element;
}

function inSquares(projection: Projection, notation: Notation): Element[] {
  return Array.from({ length: projection.geometry.count }, (_, index) => {
    const [column, row] = projection.cell(index + 1);
    const name = projection.geometry.name(index + 1, notation);
    return text(name, column * SIDE + 3, row * SIDE + 15, "name");
  });
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
    const below = `name edge file${ground(false)}`;
    return [
      text("abcdefghijkl"[file]!, (index + 1) * SIDE - 3, extent - 5, below),
      text(String(rank), 3, index * SIDE + 16, `name edge${ground(true)}`),
    ];
  }).flat();
}
