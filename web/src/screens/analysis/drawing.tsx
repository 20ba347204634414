/** One's own rings and arrows: drawn with the right button, or, while pens are out, by any pointer. */

import { signal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { DraughtsBoard } from "../../board";
import type { Pen } from "../../board/marks";
import type { Drawing } from "../../study/annotations";
import type { Study } from "../../study/study";
import { t } from "../../text/language";

const COLOURS = ["green", "red", "yellow", "blue"] as const;

/** The pens over one study's board. */
export class Drawer {
  /** Whether every tap draws. */
  readonly out = signal(false);
  readonly pen = signal<Pen>("pen-green");
  /** Where a drawing begins and would end now; null: none has begun. */
  readonly begun = signal<Drawing | null>(null);

  constructor(readonly study: Study) {}

  /** Take the pens out, or put them away. */
  toggle(): void {
    this.begun.value = null;
    this.out.value = !this.out.peek();
  }

  begin(square: number, pen = this.pen.peek()): void {
    this.begun.value = { pen, squares: [square] };
  }

  /** Follow to a square; 0 is none. */
  follow(square: number): void {
    const begun = this.begun.peek();
    if (!begun || square === 0) return;
    const [from] = begun.squares;
    this.begun.value = { ...begun, squares: square === from ? [from] : [from, square] };
  }

  /** Draw what has begun; return it, or null where nothing has. */
  end(): Drawing | null {
    const begun = this.begun.peek();
    this.begun.value = null;
    if (begun) this.study.draw(begun);
    return begun;
  }

  /** A key on a square: the first begins, the second ends. */
  press(square: number): Drawing | null {
    if (!this.begun.peek()) {
      this.begin(square);
      return null;
    }
    this.follow(square);
    return this.end();
  }

  /** Leave what has begun, or else put the pens away. */
  cancel(): void {
    if (this.begun.peek()) this.begun.value = null;
    else this.out.value = false;
  }
}

/** The pen of a press: the right button has others with Shift, Alt and both. */
function penOf({ shiftKey, altKey }: MouseEvent): Pen {
  if (shiftKey && altKey) return "pen-yellow";
  if (shiftKey) return "pen-red";
  return altKey ? "pen-blue" : "pen-green";
}

/** The square of the board under a pointer, or 0. */
function squareUnder(board: DraughtsBoard, { clientX, clientY }: PointerEvent): number {
  const found = board.shadowRoot?.elementFromPoint(clientX, clientY);
  return Number((found as HTMLElement | null)?.dataset?.["square"] ?? 0);
}

/** Draw what pointers do on a board; `free` says whether the right button is for drawing now. */
export function useDrawing(
  board: RefObject<DraughtsBoard | null>,
  drawer: Drawer,
  free: () => boolean,
): void {
  useEffect(() => {
    const element = board.current!;
    let pointer = -1;
    const down = (event: PointerEvent): void => {
      const right = event.button === 2 && free();
      const out = drawer.out.peek();
      if (!right && !(out && event.button === 0)) return;
      event.stopPropagation();
      if (pointer !== -1 && pointer !== event.pointerId) return;
      const square = squareUnder(element, event);
      if (!square) return;
      pointer = event.pointerId;
      drawer.begin(square, right && !out ? penOf(event) : drawer.pen.peek());
      element.setPointerCapture(pointer);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      event.stopPropagation();
      drawer.follow(squareUnder(element, event));
    };
    const up = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      event.stopPropagation();
      pointer = -1;
      // Whoever lets go beside the board has thought better of it.
      if (squareUnder(element, event)) drawer.end();
      else drawer.begun.value = null;
    };
    const lost = (): void => {
      pointer = -1;
      drawer.begun.value = null;
    };
    const menu = (event: Event): void => {
      if (!free() && !drawer.out.peek()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const options = { capture: true };
    element.addEventListener("pointerdown", down, options);
    element.addEventListener("pointermove", move, options);
    element.addEventListener("pointerup", up, options);
    element.addEventListener("pointercancel", lost, options);
    element.addEventListener("contextmenu", menu, options);
    return () => {
      element.removeEventListener("pointerdown", down, options);
      element.removeEventListener("pointermove", move, options);
      element.removeEventListener("pointerup", up, options);
      element.removeEventListener("pointercancel", lost, options);
      element.removeEventListener("contextmenu", menu, options);
    };
  }, [drawer]);
}

/** The pens, and what takes away all that they have drawn. */
export function Pens({ drawer }: { readonly drawer: Drawer }): JSX.Element {
  const pen = drawer.pen.value;
  return (
    <div class="pens" role="toolbar" aria-label={t("web.study.draw")}>
      {COLOURS.map((colour) => (
        <button
          type="button"
          key={colour}
          class={`pen pen-${colour}`}
          aria-pressed={pen === `pen-${colour}`}
          aria-label={t(`web.study.pen.${colour}`)}
          title={t(`web.study.pen.${colour}`)}
          onClick={() => (drawer.pen.value = `pen-${colour}`)}
        >
          <svg viewBox="0 0 40 12" aria-hidden="true">
            <path d="M3 6h34" />
          </svg>
        </button>
      ))}
      <button type="button" class="tight" onClick={() => drawer.study.erase()}>
        {t("web.study.draw.erase")}
      </button>
    </div>
  );
}

/** A pencil: only the analysis has it. */
export function PencilIcon(): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4 19L18 5M18 5h-7M18 5v7M6.5 12a3.5 3.5 0 100-7 3.5 3.5 0 000 7z" />
    </svg>
  );
}
