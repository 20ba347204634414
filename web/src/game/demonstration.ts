/** Something shown on the board for a while that is not the present position. */

import { signal } from "@preact/signals";
import { shownPly, type Shown } from "./board-state";
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

  /**
   * Show how a position came about, move by move from the first one, then the present one again.
   * `current` says of a ply whether it is the present one, which is then not shown twice.
   */
  line(plies: readonly Ply[], current: (ply: number) => boolean, at = 0): void {
    clearTimeout(this.#timer);
    if (at === plies.length || (at === plies.length - 1 && current(at))) {
      this.shown.value = null;
      return;
    }
    const { last, ...rest } = shownPly(plies, at);
    this.shown.value = { ...rest, last, ...(last ? { change: last } : {}) };
    this.#timer = setTimeout(() => this.line(plies, current, at + 1), STEP);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.shown.value = null;
  }
}
