/** A move on its way: drawn at once, sent when nothing speaks against it, and waited for. */

import { batch, signal } from "@preact/signals";
import { words } from "../text/language";
import { isCoached, isWarning } from "./coached";
import type { Play } from "./play";
import { shownAfter } from "./board-state";
import type { MoveView } from "./source";

/** Milliseconds for which a move that plays itself can be looked at before. */
const LOOK = 350;
/** A move is expected to have arrived by then. */
const SOON = 500;

export class Sender {
  /** A move has been on its way for longer than it should. */
  readonly late = signal(false);
  readonly #play: Play;
  /** The move that the coach looks at. */
  #weighed: MoveView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(play: Play) {
    this.#play = play;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Follow whether a move is on its way for too long; as an effect. */
  watch(): (() => void) | undefined {
    this.late.value = false;
    if (!this.#play.pending.value) return undefined;
    const timer = setTimeout(() => (this.late.value = true), SOON);
    return () => clearTimeout(timer);
  }

  /** The game has come as far: a move that was sent before is in it, or overtaken. */
  arrived(seq: number): void {
    const pending = this.#play.pending.peek();
    if (pending && seq > pending.seq) this.#play.pending.value = null;
  }

  /** Play a move that nobody chose by hand, unless the game goes on before. */
  playSoon(move: MoveView, route: readonly number[]): void {
    const seq = this.#play.state.peek()?.seq;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#play.state.peek()?.seq === seq) this.play(move, route, false);
    }, LOOK);
  }

  /** Send a move; one that refuses a draw, or that the coach warns of, waits for a yes. */
  play(move: MoveView, route: readonly number[], dragged: boolean): void {
    const play = this.#play;
    const view = play.view.peek()!;
    if (view.would_refuse && view.offer !== view.turn) {
      const n = view.refusal_duty;
      this.#confirm(
        words(play.game.peek()!.key).text("web.draw.move_refuses", { n }),
        move,
        route,
        false,
      );
    } else if (isCoached(play) && isWarning(play)) this.#weigh(move, route, dragged);
    else this.#send(move, route, dragged);
  }

  #confirm(sentence: string, move: MoveView, route: readonly number[], warned: boolean): void {
    const go = (): void => this.#send(move, route, false);
    this.#play.notice.value = { kind: "confirm", sentence, warned, go };
  }

  /** Send a move unless the coach has a word about it; then it waits for a yes. */
  #weigh(move: MoveView, route: readonly number[], dragged: boolean): void {
    const play = this.#play;
    const state = play.state.peek();
    this.#weighed = move;
    play.thinking.value = true;
    void import("./coaching")
      .then(({ warningOf }) => warningOf(play, move))
      .catch(() => null)
      .then((sentence) => {
        play.thinking.value = false;
        if (this.#weighed !== move || play.state.peek()?.seq !== state?.seq) return;
        if (sentence) this.#confirm(sentence, move, route, true);
        else this.#send(move, route, dragged);
      });
  }

  /** Draw the move at once, and send it. */
  #send(move: MoveView, route: readonly number[], dragged: boolean): void {
    const play = this.#play;
    const { seq, view } = play.state.peek()!;
    batch(() => {
      play.dismiss();
      const shown = shownAfter(view, move, route, { live: true, dragged });
      this.#play.pending.value = { seq, shown };
    });
    const act = { kind: "move", text: move.text, by: view.turn } as const;
    void play.source.act(act).then((outcome) => {
      if (outcome.done) return;
      this.#play.pending.value = null;
      play.refused(outcome.refused);
    });
  }
}
