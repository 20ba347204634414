/** Something shown on the board for a while that is not the present position. */

import { signal } from "@preact/signals";
import { shownPly, type Shown } from "./shown";
import type { Ply } from "./source";

/** Milliseconds for which a single move is shown. */
const LONG = 1300;
/** Milliseconds from one move of a line to the next. */
const STEP = 620;

export class Demonstration {
  readonly shown = signal<Shown | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show one position, then the present one again. */
  once(shown: Shown): void {
    this.stop();
    this.shown.value = shown;
    this.#timer = setTimeout(() => this.stop(), LONG);
  }

  /** Show how the present position came about, move by move from the first position. */
  line(plies: readonly Ply[], at = 0): void {
    clearTimeout(this.#timer);
    if (at >= plies.length - 1) {
      // The last position is the present one.
      this.shown.value = null;
      return;
    }
    const { last, ...rest } = shownPly(plies, at);
    this.shown.value = { ...rest, last, ...(last ? { change: last } : {}) };
    this.#timer = setTimeout(() => this.line(plies, at + 1), STEP);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.shown.value = null;
  }
}
