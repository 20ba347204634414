/** Taps and drags of mouse, pen and finger, as squares. */

import { SIDE } from "./pieces";
import type { Point, Projection } from "./projection";

export interface PointerTarget {
  projection(): Projection;
  tapped(square: number): void;
  dropped(trail: readonly number[]): void;
  /** The piece on a square follows the pointer; null: it no longer does. */
  dragged(square: number, point: Point | null): void;
  /** Whether a piece stands there that may be dragged. */
  draggable(square: number): boolean;
}

/** Farther than this, in squares, a press is a drag. */
const SLACK = 0.18;
/** A drag visits a square where it comes this near to its middle, in squares. */
const NEAR = 0.42;

/** Tell a target what a pointer does on a surface. */
export function listen(surface: HTMLElement, target: PointerTarget): void {
  const press = new Press(surface, target);
  surface.addEventListener("pointerdown", (event) => press.down(event));
  surface.addEventListener("pointermove", (event) => press.move(event));
  surface.addEventListener("pointerup", (event) => press.up(event));
  surface.addEventListener("pointercancel", () => press.end());
}

/** One pointer from its press to its release; others are ignored meanwhile. */
class Press {
  /** The square that was pressed; 0: none. */
  #from = 0;
  /** Where it was pressed. */
  #start: Point = [0, 0];
  /** The squares that a drag has visited, the first one included. */
  #trail: number[] = [];
  /** The id of the pointer that is down; -1: none is. */
  #pointer = -1;
  /** Whether the press has become a drag. */
  #dragging = false;

  constructor(
    readonly surface: HTMLElement,
    readonly target: PointerTarget,
  ) {}

  down(event: PointerEvent): void {
    // A pointer that was let go beside the board has not said so; its next press does.
    if (event.button !== 0 || (this.#pointer !== -1 && this.#pointer !== event.pointerId)) return;
    this.end();
    this.#start = this.#pointOf(event);
    this.#from = this.target.projection().under(...this.#start);
    this.#trail = [this.#from];
    this.#pointer = event.pointerId;
    if (this.#from && this.target.draggable(this.#from)) {
      this.surface.setPointerCapture(event.pointerId);
    }
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || !this.#from) return;
    if (!this.target.draggable(this.#from)) return;
    // A fast finger passes several squares between two frames.
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const each of passed.length > 0 ? passed : [event]) this.#follow(each);
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    const square = this.target.projection().under(...this.#pointOf(event));
    if (!this.#dragging) {
      this.end();
      if (square && square === this.#from) this.target.tapped(square);
      return;
    }
    if (square !== this.#trail.at(-1)) this.#trail.push(square);
    this.#pointer = -1;
    this.#dragging = false;
    this.target.dropped(this.#trail);
    this.target.dragged(this.#from, null);
  }

  end(): void {
    if (this.#dragging) this.target.dragged(this.#from, null);
    this.#pointer = -1;
    this.#dragging = false;
  }

  #follow(event: PointerEvent): void {
    const [x, y] = this.#pointOf(event);
    const [left, top] = this.#start;
    if (!this.#dragging && Math.hypot(x - left, y - top) < SLACK * SIDE) return;
    this.#dragging = true;
    this.target.dragged(this.#from, [x, y]);
    const square = this.target.projection().under(x, y);
    if (!square || square === this.#trail.at(-1)) return;
    const [cx, cy] = this.target.projection().centre(square);
    if (Math.hypot(x - cx, y - cy) < NEAR * SIDE) this.#trail.push(square);
  }

  #pointOf(event: PointerEvent): Point {
    const box = this.surface.getBoundingClientRect();
    const scale = this.target.projection().extent / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }
}
