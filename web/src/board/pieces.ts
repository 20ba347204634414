/**
 * The four pieces, each drawn once around (0, 0) on squares of side 100, and used again for every
 * piece of the board. A man is one disc, a king two discs with a crown: told apart by outline.
 * There are three families. Of the discs each theme has a set of its own: how their tops are
 * turned, cut or polished; flat pieces are those of a printed diagram; coins have a wavy edge.
 */

import type { Theme } from "./themes";

export const SIDE = 100;

export const FAMILIES = ["discs", "flat", "coins"] as const;
export type Family = (typeof FAMILIES)[number];

export type Letter = "w" | "W" | "b" | "B";

/** How the tops of discs are worked. */
type Set = "turned" | "notched" | "polished" | "carved";

const SETS: Readonly<Record<Theme, Set>> = {
  wood: "turned",
  slate: "polished",
  paper: "turned",
  club: "notched",
  marble: "polished",
  coast: "carved",
  contrast: "turned",
};

export const CROWN = "M-19 11-22-9-10 1 0-17 10 1 22-9 19 11zM-19 15h38v5h-38z";

function disc(side: string, low: number, high: number, radius: number): string {
  return (
    `<path class="${side}-rim" d="M-${radius} ${high}v${low - high}` +
    `a${radius} ${radius} 0 0 0 ${2 * radius} 0v${high - low}z"/>` +
    `<circle class="${side}-top" cy="${high}" r="${radius}"/>`
  );
}

function shadow(radius: number, low: number): string {
  return `<ellipse class="shadow" cx="2" cy="${low + 4}" rx="${radius + 8}" ry="${radius + 6}"/>`;
}

/** Strokes from the middle outwards, as many as there are. */
function spokes(count: number, from: number, to: number, cy: number): string {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [
      Math.cos((2 * Math.PI * index) / count),
      Math.sin((2 * Math.PI * index) / count),
    ];
    const at = (radius: number): string =>
      `${(x * radius).toFixed(1)} ${(cy + y * radius).toFixed(1)}`;
    return `M${at(from)}L${at(to)}`;
  }).join("");
}

/** Petals around the middle. */
function petals(count: number, radius: number, cy: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<ellipse class="SIDE-ring fine" cy="${-radius / 2}" rx="${radius / 4}" ry="${radius / 2}" ` +
      `transform="translate(0 ${cy}) rotate(${(360 * index) / count})"/>`,
  ).join("");
}

/** What is seen on the top of a man. */
function top(set: Set, side: string, cy: number): string {
  const ring = (radius: number, kind = ""): string =>
    `<circle class="${side}-ring${kind}" cy="${cy}" r="${radius}"/>`;
  switch (set) {
    case "turned":
      return ring(29) + ring(19, " fine");
    case "notched":
      return (
        `<path class="${side}-ring" d="${spokes(24, 32, 38, cy)}"/>` + ring(27) + ring(10, " fine")
      );
    case "polished":
      return ring(30, " fine") + `<path class="gleam" d="M-24 ${cy - 8}a26 26 0 0 1 22-18"/>`;
    case "carved":
      return ring(31) + petals(6, 25, cy).replaceAll("SIDE", side);
  }
}

/** A ring of small arcs around (0, cy), as on the edge of a coin. */
function wave(radius: number, cy: number): string {
  const count = 20;
  const bow = (radius * Math.sin(Math.PI / count)).toFixed(1);
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(cy + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join(`A${bow} ${bow} 0 0 1 `)}A${bow} ${bow} 0 0 1 ${points[0]}z`;
}

function coin(side: string, cy: number): string {
  return (
    `<path class="${side}-rim" d="${wave(37, cy)}"/>` +
    `<circle class="${side}-top" cy="${cy}" r="32"/>`
  );
}

function circle(kind: string, cy: number, radius: number): string {
  return `<circle class="${kind}" cy="${cy}" r="${radius}"/>`;
}

function crown(side: string, cy: number): string {
  return `<path class="${side}-crown" d="${CROWN}" transform="translate(0 ${cy})"/>`;
}

/** Man and king of one side. */
function pair(family: Family, set: Set, side: string): readonly [man: string, king: string] {
  switch (family) {
    case "discs":
      return [man(set, side), king(set, side)];
    case "flat":
      return [
        circle(`${side}-flat`, 0, 38) + circle(`${side}-ring`, 0, 25),
        circle(`${side}-flat`, 7, 36) + circle(`${side}-flat`, -5, 36) + crown(side, -6),
      ];
    case "coins":
      return [
        shadow(39, 2) + coin(side, 0) + `<path class="${side}-ring" d="${spokes(8, 8, 22, 0)}"/>`,
        shadow(39, 8) + coin(side, 8) + coin(side, -7) + crown(side, -8),
      ];
  }
}

function man(set: Set, side: string): string {
  return shadow(39, 4) + disc(side, 4, -3, 39) + top(set, side, -3);
}

function king(set: Set, side: string): string {
  const edge =
    set === "notched"
      ? `<path class="${side}-ring" d="${spokes(24, 32, 36, -9)}"/>`
      : `<circle class="${side}-ring fine" cy="-9" r="31"/>`;
  return shadow(38, 8) + disc(side, 8, 2, 37) + disc(side, -3, -9, 37) + edge + crown(side, -10);
}

function gradient(side: string): string {
  return (
    `<radialGradient id="${side}-shine" cx=".38" cy=".3" r=".85">` +
    `<stop offset="0" class="${side}-stop-a"/><stop offset="1" class="${side}-stop-b"/>` +
    `</radialGradient>`
  );
}

const SHADE =
  `<radialGradient id="shade"><stop offset=".72" stop-opacity=".42"/>` +
  `<stop offset="1" stop-opacity="0"/></radialGradient>`;

/** The definitions that `use` elements refer to, as `#piece-w` and so on. */
export function definitions(theme: Theme, family: Family): string {
  const pieces = (["w", "b"] as const).map((side) => {
    const [man, king] = pair(family, SETS[theme], side);
    return `<g id="piece-${side}">${man}</g><g id="piece-${side.toUpperCase()}">${king}</g>`;
  });
  return gradient("w") + gradient("b") + SHADE + pieces.join("");
}

export function isPiece(letter: string | undefined): letter is Letter {
  return letter !== undefined && "wWbB".includes(letter) && letter !== "";
}
