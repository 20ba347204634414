/** Marks over and under the pieces. All of them differ by shape, none by colour alone. */

import { SIDE } from "./pieces";
import type { Projection } from "./projection";
import { svg } from "./svg";

/** What somebody drew; each has dashes of its own. */
export type Pen = "pen-green" | "pen-red" | "pen-yellow" | "pen-blue";

export interface Ring {
  readonly square: number;
  /** Written beside the ring, such as the number of pieces to take. */
  readonly text?: string;
  /** `must` is a whole ring, `fault` a broken one, `hint` a double one. */
  readonly kind: "must" | "fault" | "hint" | Pen;
}

export interface Line {
  readonly squares: readonly number[];
  /** A hint and what a pen drew are arrows. */
  readonly kind: "route" | "premove" | "hint" | "last" | Pen;
  /** Which of several routes this is, from 1: each has its own dashes, and its digit. */
  readonly number?: number;
  /** Where the digit stands. */
  readonly labels?: readonly number[];
}

export interface Marks {
  /** Squares of the piece that is being moved, or of those to choose from. */
  readonly selected?: readonly number[];
  /** Squares where a move can end. */
  readonly targets?: readonly number[];
  /** Squares on the way. */
  readonly via?: readonly number[];
  readonly rings?: readonly Ring[];
  readonly lines?: readonly Line[];
  /** Where the last move began and ended. */
  readonly last?: readonly number[];
  readonly premove?: readonly number[];
  /** Empty squares from which a piece was huffed since the last move. */
  readonly huffed?: readonly number[];
}

const DASHES = ["", "30 14", "2 18", "30 14 2 14", "12 12", "44 14 12 14", "2 30", "20 8 2 8 2 8"];

export function drawUnder(layer: SVGGElement, projection: Projection, marks: Marks): void {
  const parts: Element[] = [];
  const square = (kind: string, number: number): void => {
    const [column, row] = projection.cell(number);
    parts.push(
      svg("rect", { class: kind, x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE }),
    );
  };
  const [from, to] = marks.last ?? [];
  if (from) square("last from", from);
  if (to) square("last to", to);
  for (const each of marks.selected ?? []) square("selected", each);
  for (const each of marks.premove ?? []) square("premove", each);
  for (const each of marks.huffed ?? []) {
    const [x, y] = projection.centre(each);
    const d = `M${x - 22} ${y - 22}l44 44m0-44l-44 44`;
    parts.push(svg("path", { class: "huffed halo", d }), svg("path", { class: "huffed", d }));
  }
  layer.replaceChildren(...parts);
}

export function drawOver(layer: SVGGElement, projection: Projection, marks: Marks): void {
  const parts: Element[] = [];
  const circle = (kind: string, square: number, radius: number): void => {
    const [cx, cy] = projection.centre(square);
    parts.push(svg("circle", { class: kind, cx, cy, r: radius }));
  };
  for (const line of marks.lines ?? []) parts.push(...drawLine(projection, line));
  for (const each of marks.targets ?? []) circle("target", each, 14);
  for (const each of marks.via ?? []) circle("via", each, 12);
  for (const ring of marks.rings ?? []) {
    circle(`ring halo ${ring.kind}`, ring.square, 44);
    circle(`ring ${ring.kind}`, ring.square, 44);
    if (ring.text) {
      const [x, y] = projection.centre(ring.square);
      parts.push(badge(x + 31, y - 31, ring.text, ring.kind));
    }
  }
  for (const line of marks.lines ?? []) {
    if (line.number === undefined) continue;
    for (const square of line.labels ?? []) {
      parts.push(badge(...projection.centre(square), String(line.number), "route"));
    }
  }
  layer.replaceChildren(...parts);
}

function drawLine(projection: Projection, line: Line): Element[] {
  const points = line.squares.map((square) => projection.centre(square));
  if (points.length < 2) return [];
  const shift = ((line.number ?? 1) - 1) % 3;
  const moved = points.map(([x, y]) => `${x + shift * 7} ${y + shift * 7}`);
  const path = `M${moved.join("L")}`;
  const dashes = DASHES[((line.number ?? 1) - 1) % DASHES.length]!;
  const under = svg("path", { class: `line halo ${line.kind}`, d: path });
  const over = svg("path", { class: `line ${line.kind}`, d: path });
  if (dashes) over.setAttribute("stroke-dasharray", dashes);
  if (!/hint|pen/.test(line.kind)) return [under, over];
  const [x, y] = points.at(-1)!;
  const [fromX, fromY] = points.at(-2)!;
  const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  const head = svg("path", {
    class: `head ${line.kind}`,
    d: "M14 0-18-20-18 20z",
    transform: `translate(${x} ${y}) rotate(${angle})`,
  });
  return [under, over, head];
}

function badge(x: number, y: number, content: string, kind: string): SVGGElement {
  const group = svg("g", { class: `badge ${kind}`, transform: `translate(${x} ${y})` });
  const label = svg("text", { y: 11 });
  label.textContent = content;
  group.append(svg("circle", { r: 21 }), label);
  return group;
}
