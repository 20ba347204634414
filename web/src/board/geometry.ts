/** Where the squares of a board lie, what they are called, and which lines join them. */

export type Notation = "numeric" | "algebraic";

/** Everything that tells one board from another. */
export interface Shape {
  /** Columns, which is also rows. */
  readonly width: number;
  /** All squares are played on, not the dark ones alone. */
  readonly full: boolean;
  /** The near left corner is light. */
  readonly mirrored: boolean;
  /** The corner of square 1, seen with White at the bottom. */
  readonly first_square: "top-left" | "bottom-right";
}

/** A column and a row, both from 0 at White's left corner. */
export type Place = readonly [column: number, row: number];

const FILES = "abcdefghijkl";

export class Geometry {
  readonly count: number;
  /** Where each square lies, from square 1 on. */
  readonly #places: Place[] = [];
  /** The square at each place, by `row * width + column`. */
  readonly #at = new Map<number, number>();

  constructor(readonly shape: Shape) {
    const { width, full, mirrored, first_square: first } = shape;
    for (let row = width - 1; row >= 0; row--) {
      for (let column = 0; column < width; column++) {
        if (full || (column + row) % 2 === (mirrored ? 1 : 0)) this.#places.push([column, row]);
      }
    }
    if (first === "bottom-right") this.#places.reverse();
    this.count = this.#places.length;
    for (const [index, [column, row]] of this.#places.entries()) {
      this.#at.set(row * width + column, index + 1);
    }
  }

  /** Where a square lies; square 1 is the first. */
  place(square: number): Place {
    const place = this.#places[square - 1];
    if (!place) throw new RangeError(`no square ${square} on a board of ${this.count}`);
    return place;
  }

  /** The square at a place, or 0 where none is played on. */
  at(column: number, row: number): number {
    const { width } = this.shape;
    if (column < 0 || row < 0 || column >= width || row >= width) return 0;
    return this.#at.get(row * width + column) ?? 0;
  }

  name(square: number, notation: Notation): string {
    if (notation === "numeric") return String(square);
    const [column, row] = this.place(square);
    return `${FILES[column]}${row + 1}`;
  }

  /** The square that a name stands for, in either notation, or 0. */
  squareOf(name: string): number {
    const match = /^([a-l])(\d{1,2})$/i.exec(name);
    if (match) return this.at(FILES.indexOf(match[1]!.toLowerCase()), Number(match[2]) - 1);
    const square = /^\d{1,2}$/.test(name) ? Number(name) : 0;
    return square <= this.count ? square : 0;
  }

  /** The squares strictly between two on one line, in order; none where no line joins them. */
  between(from: number, to: number): number[] {
    const [column, row] = this.place(from);
    const [toColumn, toRow] = this.place(to);
    const dx = toColumn - column;
    const dy = toRow - row;
    const distance = Math.max(Math.abs(dx), Math.abs(dy));
    const diagonal = Math.abs(dx) === Math.abs(dy);
    if (distance === 0 || (!diagonal && dx !== 0 && dy !== 0)) return [];
    const found: number[] = [];
    for (let step = 1; step < distance; step++) {
      const square = this.at(column + Math.sign(dx) * step, row + Math.sign(dy) * step);
      if (square) found.push(square);
    }
    return found;
  }
}
