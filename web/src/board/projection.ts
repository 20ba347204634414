/** From squares to points of the picture and back, seen from one side. */

import type { Geometry } from "./geometry";
import { SIDE } from "./pieces";

export type Orientation = "white" | "black";
export type Point = readonly [x: number, y: number];

export class Projection {
  constructor(
    readonly geometry: Geometry,
    readonly orientation: Orientation,
  ) {}

  get extent(): number {
    return this.geometry.shape.width * SIDE;
  }

  /** Column and row as seen, both from 0, the top row first. */
  cell(square: number): Point {
    const [column, row] = this.geometry.place(square);
    const last = this.geometry.shape.width - 1;
    return this.orientation === "white" ? [column, last - row] : [last - column, row];
  }

  centre(square: number): Point {
    const [column, row] = this.cell(square);
    return [column * SIDE + SIDE / 2, row * SIDE + SIDE / 2];
  }

  /** The square in a cell as seen, or 0. */
  square(column: number, row: number): number {
    const last = this.geometry.shape.width - 1;
    return this.orientation === "white"
      ? this.geometry.at(column, last - row)
      : this.geometry.at(last - column, row);
  }

  /** The square under a point, or 0. */
  under(x: number, y: number): number {
    return this.square(Math.floor(x / SIDE), Math.floor(y / SIDE));
  }
}
