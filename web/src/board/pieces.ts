/**
 * The four pieces, each drawn once around (0, 0) on squares of side 100, and used again for every
 * piece of the board. A man is one disc, a king two discs with a crown: told apart by outline.
 */

export const SIDE = 100;

export type Letter = "w" | "W" | "b" | "B";

const CROWN = "M-19 11-22-9-10 1 0-17 10 1 22-9 19 11zM-19 15h38v5h-38z";

function disc(side: string, low: number, high: number, radius: number): string {
  return (
    `<path class="${side}-rim" d="M-${radius} ${high}v${low - high}` +
    `a${radius} ${radius} 0 0 0 ${2 * radius} 0v${high - low}z"/>` +
    `<circle class="${side}-top" cy="${high}" r="${radius}"/>`
  );
}

function shadow(radius: number, low: number): string {
  return `<ellipse class="shadow" cy="${low + 4}" rx="${radius + 1}" ry="${radius}"/>`;
}

function man(side: string): string {
  return (
    shadow(39, 5) +
    disc(side, 5, -2, 39) +
    `<circle class="${side}-ring" cy="-2" r="29"/><circle class="${side}-ring fine" cy="-2" r="19"/>`
  );
}

function king(side: string): string {
  return (
    shadow(38, 11) +
    disc(side, 11, 5, 38) +
    disc(side, -1, -8, 38) +
    `<circle class="${side}-ring fine" cy="-8" r="32"/>` +
    `<path class="${side}-crown" d="${CROWN}" transform="translate(0 -9)"/>`
  );
}

function gradient(side: string): string {
  return (
    `<radialGradient id="${side}-shine" cx=".38" cy=".3" r=".85">` +
    `<stop offset="0" class="${side}-stop-a"/><stop offset="1" class="${side}-stop-b"/>` +
    `</radialGradient>`
  );
}

/** The definitions that `use` elements refer to, as `#piece-w` and so on. */
export const DEFINITIONS =
  gradient("w") +
  gradient("b") +
  `<g id="piece-w">${man("w")}</g><g id="piece-W">${king("w")}</g>` +
  `<g id="piece-b">${man("b")}</g><g id="piece-B">${king("b")}</g>`;

export function isPiece(letter: string | undefined): letter is Letter {
  return letter !== undefined && "wWbB".includes(letter) && letter !== "";
}
