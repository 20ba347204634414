/** What the board shows in place of the present: earlier positions, and moves demonstrated. */

import { batch } from "@preact/signals";
import { moveNamed } from "./explaining";
import type { Play } from "./play";
import { shownAfter } from "./board-state";
import type { Ply } from "./source";
import { geometryOf } from "./variants";

export class Lookback {
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
  }

  /** The game has another length: what is no longer past is not looked at. */
  cut(ply: number): void {
    const past = this.#play.past.peek();
    if (past && past.at >= ply) this.#play.past.value = null;
  }

  /** Show a move as it would be played, then the position again. */
  demonstrate(text: string): void {
    const view = this.#play.view.peek();
    const game = this.#play.game.peek();
    if (!view || !game) return;
    const move = moveNamed(text, [...view.legal, ...view.faulty], geometryOf(game));
    if (!move) return;
    this.#play.demonstration.once(shownAfter(view, move, move.routes[0]!, { live: false }));
  }

  /** Show how the game came to its present position, one move after another. */
  async playOut(history: Promise<readonly Ply[]>): Promise<void> {
    const plies = await history;
    if (plies.length <= 1 || this.#play.past.peek()) return;
    this.#play.demonstration.line(plies, (ply) => ply === this.#play.view.peek()?.ply);
  }

  /** Show the position after so many plies; the last one is the present again. */
  async look(ply: number): Promise<void> {
    const view = this.#play.view.peek();
    if (!view) return;
    let plies = this.#play.past.peek()?.plies;
    if (!plies || plies.length !== view.ply + 1) plies = await this.#play.source.history();
    if (plies.length === 0) return;
    const at = Math.max(0, Math.min(ply, plies.length - 1));
    const done = at === plies.length - 1;
    batch(() => {
      this.#play.dismiss();
      this.#play.past.value = done ? null : { plies: plies!, at };
    });
  }
}
