/** The board itself: its squares and what is written on them. */

import type { Notation } from "./geometry";
import { SIDE } from "./pieces";
import type { Projection } from "./projection";
import { svg } from "./svg";

export type Coordinates = "none" | "squares" | "edge";

export function drawGround(
  layer: SVGGElement,
  projection: Projection,
  coordinates: Coordinates,
  notation: Notation,
): void {
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
  if (coordinates === "squares") parts.push(...inSquares(projection, notation));
  if (coordinates === "edge") parts.push(...alongEdges(projection));
  layer.replaceChildren(...parts);
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
    return text(name, column * SIDE + 6, row * SIDE + 22, "name");
  });
}

function alongEdges(projection: Projection): Element[] {
  const { geometry, extent, orientation } = projection;
  const { width, full, mirrored } = geometry.shape;
  return Array.from({ length: width }, (_, index) => {
    const file = orientation === "white" ? index : width - 1 - index;
    const rank = orientation === "white" ? width - index : index + 1;
    const even = index % 2 === 0;
    const onDark = (left: boolean): string => {
      if (full) return "";
      const dark = left ? (index + width - 1) % 2 === 0 : even;
      return dark !== mirrored ? " on-dark" : "";
    };
    return [
      text(
        "abcdefghijkl"[file]!,
        index * SIDE + SIDE - 20,
        extent - 7,
        `name edge${onDark(false)}`,
      ),
      text(String(rank), 6, index * SIDE + 24, `name edge${onDark(true)}`),
    ];
  }).flat();
}
