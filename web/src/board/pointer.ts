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

export function listen(surface: HTMLElement, target: PointerTarget): void {
  let from = 0;
  let start: Point = [0, 0];
  let trail: number[] = [];
  let pointer = -1;
  let dragging = false;

  const pointOf = (event: PointerEvent): Point => {
    const box = surface.getBoundingClientRect();
    const scale = target.projection().extent / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };

  const end = (): void => {
    if (dragging) target.dragged(from, null);
    pointer = -1;
    dragging = false;
  };

  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointer !== -1) return;
    start = pointOf(event);
    from = target.projection().under(...start);
    trail = [from];
    pointer = event.pointerId;
    if (from && target.draggable(from)) surface.setPointerCapture(event.pointerId);
  });

  const follow = (event: PointerEvent): void => {
    const [x, y] = pointOf(event);
    if (!dragging && Math.hypot(x - start[0], y - start[1]) < SLACK * SIDE) return;
    dragging = true;
    target.dragged(from, [x, y]);
    const square = target.projection().under(x, y);
    if (!square || square === trail.at(-1)) return;
    const [cx, cy] = target.projection().centre(square);
    if (Math.hypot(x - cx, y - cy) < NEAR * SIDE) trail.push(square);
  };

  surface.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer || !from || !target.draggable(from)) return;
    // A fast finger passes several squares between two frames.
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const each of passed.length > 0 ? passed : [event]) follow(each);
  });

  surface.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    const square = target.projection().under(...pointOf(event));
    if (dragging) {
      if (square !== trail.at(-1)) trail.push(square);
      const moved = trail;
      pointer = -1;
      dragging = false;
      target.dropped(moved);
      target.dragged(from, null);
    } else {
      end();
      if (square && square === from) target.tapped(square);
    }
  });

  surface.addEventListener("pointercancel", end);
}
