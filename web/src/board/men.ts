/** The pieces on the board, and how they get from one position to the next. */

import { isPiece } from "./pieces";
import type { Point, Projection } from "./projection";
import { svg } from "./svg";

/** How a position came about, where it was by one move. */
export interface Change {
  readonly route: readonly number[];
  readonly captures: readonly number[];
  readonly crowns: boolean;
  /** The player has dragged the piece to its end already. */
  readonly dragged?: boolean;
  /** Captured pieces leave one by one, as each is taken. */
  readonly atOnce?: boolean;
}

interface Piece {
  readonly element: SVGGElement;
  readonly use: SVGUseElement;
  letter: string;
}

export const TIMES = { move: 150, hop: 110, capture: 600, removal: 120, crowning: 180 } as const;

/** A cross, so that one of its strokes is seen under a route in either direction. */
const STROKE = "M-30-33 30 27M-30 27 30-33";
/** Milliseconds in which a piece that was huffed fades away. */
const HUFF = 700;

export class Men {
  readonly #layer: SVGGElement;
  /** The piece on each square that has one. */
  #pieces = new Map<number, Piece>();
  /** Pieces that were taken and still fade. */
  #leaving = new Set<Piece>();
  /** What moves now, and what is still to happen: `finish` ends both. */
  #running: Animation[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** The square whose piece follows the pointer; 0: none does. */
  #lifted = 0;
  /** How many times as long everything takes. */
  pace = 1;

  constructor(
    layer: SVGGElement,
    public projection: Projection,
  ) {
    this.#layer = layer;
  }

  /** Show a position; a change that led to it is shown moving, unless `still`. */
  show(letters: string, change: Change | null, still: boolean): void {
    this.finish();
    if (change && this.#pieces.has(change.route[0]!)) this.#move(letters, change, still);
    this.#settle(letters, still || change !== null);
  }

  /** Bring everything that moves to its end at once. */
  finish(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const animation of this.#running) animation.cancel();
    for (const piece of this.#leaving) piece.element.remove();
    this.#timers = [];
    this.#running = [];
    this.#leaving.clear();
    for (const [square, piece] of this.#pieces) {
      this.#put(piece, this.projection.centre(square));
      this.#look(piece, piece.letter);
    }
  }

  /** Draw all pieces anew, as after a turn of the board. */
  redraw(projection: Projection): void {
    this.projection = projection;
    this.finish();
  }

  clear(): void {
    this.finish();
    this.#pieces.clear();
    this.#layer.replaceChildren();
  }

  /** Show unfinished input: a piece on its way, and what it has taken, still standing. */
  preview(from: number, at: number, taken: readonly number[]): void {
    for (const [square, piece] of this.#pieces) {
      this.#stroke(piece, taken.includes(square));
      if (square === this.#lifted) continue;
      this.#put(piece, this.projection.centre(square === from && at ? at : square));
      piece.element.classList.toggle("on-way", square === from && at > 0 && at !== from);
    }
  }

  /** Let a piece follow the pointer; null puts it back to its square. */
  lift(square: number, point: Point | null): void {
    this.#lifted = point ? square : 0;
    const piece = this.#pieces.get(square);
    if (!piece) return;
    piece.element.classList.toggle("lifted", point !== null);
    if (point) this.#layer.append(piece.element);
    this.#put(piece, point ?? this.projection.centre(square));
  }

  shake(square: number): void {
    const piece = this.#pieces.get(square);
    if (!piece?.element.animate) return;
    const [x, y] = this.projection.centre(square);
    const frames = [0, -7, 7, -5, 5, 0].map((dx) => ({ transform: at([x + dx, y]) }));
    piece.element.animate(frames, { duration: 120 });
  }

  #move(letters: string, change: Change, still: boolean): void {
    const { route, captures, crowns } = change;
    const origin = route[0]!;
    const target = route.at(-1)!;
    const piece = this.#pieces.get(origin)!;
    const after = letters[target - 1];
    this.#pieces.delete(origin);
    const taken = captures.flatMap((square) => {
      const each = this.#pieces.get(square);
      this.#pieces.delete(square);
      return each ? [each] : [];
    });
    this.#pieces.set(target, piece);
    const end = this.projection.centre(target);
    this.#put(piece, end);
    piece.element.classList.remove("lifted", "on-way");
    this.#lifted = 0;
    this.#layer.append(piece.element);
    piece.letter = after && isPiece(after) ? after : piece.letter;
    if (still || !piece.element.animate) {
      for (const each of taken) each.element.remove();
      return;
    }
    const hops = route.length - 1;
    const hop = captures.length > 0 ? Math.min(TIMES.hop, TIMES.capture / hops) : TIMES.move;
    const duration = change.dragged ? 0 : hop * hops;
    if (duration > 0) {
      const frames = route.map((square) => ({ transform: at(this.projection.centre(square)) }));
      this.#run(piece.element, frames, { duration, easing: hops > 1 ? "linear" : "ease-in-out" });
    }
    for (const [index, each] of taken.entries()) {
      this.#leaving.add(each);
      this.#stroke(each, true);
      const delay = change.atOnce ? Math.min(duration, hop * (index + 1)) : duration;
      this.#run(each.element, [{ opacity: 0.45 }, { opacity: 0 }], {
        duration: TIMES.removal,
        delay,
        fill: "forwards",
      });
      this.#later(delay + TIMES.removal, () => {
        each.element.remove();
        this.#leaving.delete(each);
      });
    }
    if (crowns) this.#crown(piece, duration);
  }

  #crown(piece: Piece, delay: number): void {
    this.#look(piece, piece.letter.toLowerCase());
    this.#later(delay, () => {
      this.#look(piece, piece.letter);
      const frames = [
        { transform: "scale(1)" },
        { transform: "scale(1.22)" },
        { transform: "scale(1)" },
      ];
      this.#run(piece.use, frames, { duration: TIMES.crowning });
    });
  }

  /** Make the pieces those of the letters; without a known change they slide or fade. */
  #settle(letters: string, still: boolean): void {
    const missing: number[] = [];
    const gone: [number, Piece][] = [];
    for (let square = 1; square <= letters.length; square++) {
      const letter = letters[square - 1]!;
      const piece = this.#pieces.get(square);
      if (piece && piece.letter === letter) continue;
      if (piece && isPiece(letter) && piece.letter.toLowerCase() === letter.toLowerCase()) {
        this.#look(piece, letter);
        piece.letter = letter;
        continue;
      }
      if (piece) {
        this.#pieces.delete(square);
        gone.push([square, piece]);
      }
      if (isPiece(letter)) missing.push(square);
    }
    for (const square of missing) this.#arrive(square, letters[square - 1]!, gone, still);
    for (const [, piece] of gone) {
      if (!still && gone.length === 1) this.#huff(piece);
      else piece.element.remove();
    }
  }

  /** One piece goes away without a move: it is struck through, and fades. */
  #huff(piece: Piece): void {
    this.#leaving.add(piece);
    this.#stroke(piece, true);
    this.#layer.append(piece.element);
    this.#run(piece.element, [{ opacity: 1 }, { opacity: 1 }, { opacity: 0 }], {
      duration: HUFF,
      fill: "forwards",
    });
    this.#later(HUFF, () => {
      piece.element.remove();
      this.#leaving.delete(piece);
    });
  }

  #arrive(square: number, letter: string, gone: [number, Piece][], still: boolean): void {
    const index = still ? -1 : gone.findIndex(([, piece]) => piece.letter === letter);
    if (index < 0) {
      this.#pieces.set(square, this.#make(square, letter));
      return;
    }
    const [from, piece] = gone.splice(index, 1)[0]!;
    this.#pieces.set(square, piece);
    const frames = [from, square].map((each) => ({
      transform: at(this.projection.centre(each)),
    }));
    this.#put(piece, this.projection.centre(square));
    this.#run(piece.element, frames, { duration: TIMES.move, easing: "ease-in-out" });
  }

  #make(square: number, letter: string): Piece {
    const element = svg("g", { class: "piece" });
    const use = svg("use", { href: `#piece-${letter}` });
    element.append(use);
    this.#layer.append(element);
    const piece = { element, use, letter };
    this.#put(piece, this.projection.centre(square));
    return piece;
  }

  #put(piece: Piece, point: Point): void {
    piece.element.style.transform = at(point);
  }

  #look(piece: Piece, letter: string): void {
    piece.use.setAttribute("href", `#piece-${letter}`);
    this.#stroke(piece, false);
  }

  #stroke(piece: Piece, taken: boolean): void {
    if (piece.element.classList.contains("taken") === taken) return;
    piece.element.classList.toggle("taken", taken);
    if (taken) {
      const halo = svg("path", { class: "stroke halo", d: STROKE });
      piece.element.append(halo, svg("path", { class: "stroke", d: STROKE }));
    } else for (const stroke of piece.element.querySelectorAll(".stroke")) stroke.remove();
  }

  #run(element: SVGElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    if (!element.animate) return;
    const duration = Number(timing.duration) * this.pace;
    const delay = (timing.delay ?? 0) * this.pace;
    this.#running.push(element.animate(frames, { ...timing, duration, delay }));
  }

  #later(delay: number, then: () => void): void {
    this.#timers.push(setTimeout(then, delay * this.pace));
  }
}

function at([x, y]: Point): string {
  return `translate(${x}px, ${y}px)`;
}
