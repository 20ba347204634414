/** What the board shows in place of the present: earlier positions, and moves demonstrated. */

import { batch, computed, signal } from "@preact/signals";
import { Demonstration } from "./demonstration";
import { moveNamed } from "./explaining";
import type { Session } from "./session";
import { shownAfter, shownPly, type Shown } from "./shown";
import type { Ply } from "./source";
import { geometryOf } from "./variants";

export class Lookback {
  /** The game is looked through: its positions, and the one that is shown. */
  readonly past = signal<{ readonly plies: readonly Ply[]; readonly at: number } | null>(null);
  readonly #session: Session;
  readonly #demonstration = new Demonstration();
  readonly shown = computed<Shown | null>(() => {
    const past = this.past.value;
    return past ? shownPly(past.plies, past.at) : this.#demonstration.shown.value;
  });

  constructor(session: Session) {
    this.#session = session;
  }

  /** End a demonstration. */
  stop(): void {
    this.#demonstration.stop();
  }

  /** The game has another length: what is no longer past is not looked at. */
  cut(ply: number): void {
    const past = this.past.peek();
    if (past && past.at >= ply) this.past.value = null;
  }

  /** Show a move as it would be played, then the position again. */
  demonstrate(text: string): void {
    const view = this.#session.view.peek();
    const game = this.#session.game.peek();
    if (!view || !game) return;
    const move = moveNamed(text, [...view.legal, ...view.faulty], geometryOf(game));
    if (!move) return;
    this.#demonstration.once(shownAfter(view, move, move.routes[0]!, { live: false }));
  }

  /** Show how the game came to its present position, one move after another. */
  async playOut(history: Promise<readonly Ply[]>): Promise<void> {
    const plies = await history;
    if (plies.length <= 1 || this.past.peek()) return;
    this.#demonstration.line(plies, (ply) => ply === this.#session.view.peek()?.ply);
  }

  /** Show the position after so many plies; the last one is the present again. */
  async look(ply: number): Promise<void> {
    const view = this.#session.view.peek();
    if (!view) return;
    let plies = this.past.peek()?.plies;
    if (!plies || plies.length !== view.ply + 1) plies = await this.#session.source.history();
    if (plies.length === 0) return;
    const at = Math.max(0, Math.min(ply, plies.length - 1));
    const done = at === plies.length - 1;
    batch(() => {
      this.#session.dismiss();
      this.past.value = done ? null : { plies: plies!, at };
    });
  }
}
