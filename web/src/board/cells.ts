/** The board as a grid for screen readers and the keyboard: one tab stop, arrows between squares. */

import type { Projection } from "./projection";

export class Cells {
  readonly #grid: HTMLElement;
  #projection: Projection;
  /** The cell of each square. */
  #cells = new Map<number, HTMLElement>();
  /** The square with the tab stop; 0 before there are cells. */
  #current = 0;
  /** Where the keyboard begins; 0: near left. */
  #begin = 0;
  /** Whether the player has gone to a square. */
  #gone = false;

  constructor(grid: HTMLElement, projection: Projection) {
    this.#grid = grid;
    this.#projection = projection;
  }

  get current(): number {
    return this.#current;
  }

  /** Lay the cells out anew; the focus stays on its square. */
  lay(projection: Projection): void {
    const had = this.#holdsFocus();
    this.#projection = projection;
    this.#cells.clear();
    const { width } = projection.geometry.shape;
    const part = `${100 / width}%`;
    const rows = Array.from({ length: width }, (_, row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.setAttribute("aria-rowindex", String(row + 1));
      Object.assign(line.style, { top: `${(100 * row) / width}%`, height: part });
      for (let column = 0; column < width; column++) {
        const square = projection.square(column, row);
        if (!square) continue;
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", String(column + 1));
        cell.tabIndex = -1;
        cell.dataset["square"] = String(square);
        Object.assign(cell.style, { left: `${(100 * column) / width}%`, width: part });
        this.#cells.set(square, cell);
        line.append(cell);
      }
      return line;
    });
    this.#grid.setAttribute("aria-rowcount", String(width));
    this.#grid.setAttribute("aria-colcount", String(width));
    this.#grid.replaceChildren(...rows);
    if (!this.#gone || !this.#cells.has(this.#current)) this.#current = this.#first();
    this.#cells.get(this.#current)?.setAttribute("tabindex", "0");
    if (had) this.focus();
  }

  focus(options?: FocusOptions): void {
    this.#cells.get(this.#current)?.focus(options);
  }

  #holdsFocus(): boolean {
    const { activeElement } = this.#grid.getRootNode() as Document | ShadowRoot;
    return this.#grid.contains(activeElement);
  }

  describe(words: (square: number) => string, selected: readonly number[]): void {
    for (const [square, cell] of this.#cells) {
      const label = words(square);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(selected.includes(square)));
    }
  }

  /** Where the keyboard begins, as long as the player has gone nowhere. */
  set begin(square: number) {
    this.#begin = square;
    if (!this.#gone && this.#cells.has(square)) this.#to(square, this.#holdsFocus());
  }

  /** The square to begin with: by itself the near left one. */
  #first(): number {
    if (this.#cells.has(this.#begin)) return this.#begin;
    const { width } = this.#projection.geometry.shape;
    for (let column = 0; column < width; column++) {
      const square = this.#projection.square(column, width - 1);
      if (square) return square;
    }
    return 1;
  }

  to(square: number, focus = true): void {
    this.#gone = true;
    this.#to(square, focus);
  }

  #to(square: number, focus: boolean): void {
    this.#cells.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = square;
    this.#cells.get(square)?.setAttribute("tabindex", "0");
    if (focus) this.focus();
  }

  /** The square that an arrow key leads to: on boards of dark squares, the same one of its row. */
  beside(key: string): number {
    const projection = this.#projection;
    const [column, row] = projection.cell(this.#current);
    const { width } = projection.geometry.shape;
    const squares = (line: number): number[] =>
      Array.from({ length: width }, (_, each) => projection.square(each, line)).filter(Boolean);
    const here = squares(row);
    const index = here.indexOf(projection.square(column, row));
    switch (key) {
      case "ArrowLeft":
        return here[index - 1] ?? 0;
      case "ArrowRight":
        return here[index + 1] ?? 0;
      case "ArrowUp":
        return row > 0 ? (squares(row - 1)[index] ?? 0) : 0;
      case "ArrowDown":
        return row < width - 1 ? (squares(row + 1)[index] ?? 0) : 0;
      case "Home":
        return here[0]!;
      case "End":
        return here.at(-1)!;
      default:
        return 0;
    }
  }
}
