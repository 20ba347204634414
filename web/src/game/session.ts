/**
 * One game as somebody plays it here: what its source says, what the player is entering, and what
 * the screen shows. It knows no rules and no screen.
 */

import { batch, effect, untracked } from "@preact/signals";
import type { BoardInput } from "../board/element";
import { step } from "../input/machine";
import { idle, type Effect, type InputEvent } from "../input/state";
import { preferences } from "../state/preferences";
import { words } from "../text/language";
import { other, piecesOf } from "./apply-move";
import { shownAfter } from "./board-state";
import { witness } from "./commitments";
import { choiceBefore, keepChoice } from "./choices";
import { moveNamed } from "./explaining";
import { toldIn } from "./log";
import { sideName } from "./naming";
import { Sender } from "./sender";
import { Play } from "./play";
import { askedIn } from "./questions";
import type { GameSource, GameState, Ply, View } from "./source";
import { refuse } from "./refusing";
import { geometryOf } from "./variants";

export class Session extends Play {
  readonly #sender = new Sender(this);
  /** A move has been on its way for longer than it should. */
  readonly sending = this.#sender.late;
  readonly #ends: (() => void)[] = [];
  #known: View | null = null;
  #told = -1;

  constructor(source: GameSource) {
    super(source);
    this.#ends.push(
      effect(() => this.#follow()),
      effect(() => this.#sender.watch()),
    );
  }

  close(): void {
    this.#sender.close();
    this.demonstration.stop();
    for (const end of this.#ends) end();
    this.source.close();
  }

  /** Handle what is done with the board; what is typed beside it goes to `type`. */
  handle(input: BoardInput): void {
    if (input.type === "key") return;
    if (input.type === "lift") {
      this.lifted.value = input.square;
      return;
    }
    if (this.past.value) {
      this.present();
      return;
    }
    if (this.pending.value) return;
    if (input.type === "cancel") this.dismiss();
    if (input.type === "tap" && this.accusing.value) {
      this.#accuse(input.square);
      return;
    }
    if (input.type === "tap" && this.#huffs(input.square)) return;
    this.#step(input.type === "tap" ? { type: "tap", square: input.square } : input);
  }

  /** Say that the piece on a square has left out a capture: what can be done is asked if it has. */
  #accuse(square: number): void {
    const view = this.view.peek()!;
    if (view.board[square - 1] === "e") return;
    this.dismiss();
    if (view.huffable.includes(square)) {
      this.noticed.value = view.ply;
      return;
    }
    const game = this.game.peek()!;
    const name = geometryOf(game).name(square, game.notation);
    const sentence = words(game.key).text("web.accuse.wrong", { square: name });
    this.notice.value = { kind: "note", sentence };
  }

  /** Huff the piece on a square, if it may be and no capture is being entered over it. */
  #huffs(square: number): boolean {
    const view = this.view.peek();
    if (!view || !this.huffable.peek().includes(square)) return false;
    if (!this.you.peek().includes(view.turn)) return false;
    if (!view.allowed[view.turn]?.includes("huff")) return false;
    const ways = this.input.peek()?.ways ?? [];
    if (ways.some((way) => way.path.some((each) => each.square === square))) return false;
    void this.act({ kind: "huff", square });
    return true;
  }

  type(text: string): void {
    this.present();
    this.#step({ type: "text", text });
  }

  choose(digit: number): void {
    this.#step({ type: "digit", digit });
  }

  /** Show a move as it would be played, then the position again. */
  demonstrate(text: string): void {
    const view = this.view.peek();
    const game = this.game.peek();
    if (!view || !game) return;
    const move = moveNamed(text, [...view.legal, ...view.faulty], geometryOf(game));
    if (!move) return;
    this.demonstration.once(shownAfter(view, move, move.routes[0]!, { live: false }));
  }

  /** Show how the game came to its present position, one move after another. */
  async playOut(history: Promise<readonly Ply[]>): Promise<void> {
    const plies = await history;
    if (plies.length <= 1 || this.past.peek()) return;
    this.demonstration.line(plies, (ply) => ply === this.view.peek()?.ply);
  }

  /** Show the position after so many plies; the last one is the present again. */
  async look(ply: number): Promise<void> {
    const view = this.view.peek();
    if (!view) return;
    let plies = this.past.peek()?.plies;
    if (!plies || plies.length !== view.ply + 1) plies = await this.source.history();
    if (plies.length === 0) return;
    const at = Math.max(0, Math.min(ply, plies.length - 1));
    const done = at === plies.length - 1;
    batch(() => {
      this.dismiss();
      this.past.value = done ? null : { plies: plies!, at };
    });
  }

  present(): void {
    this.past.value = null;
  }

  #follow(): void {
    const state = this.state.value;
    const auto = preferences.auto.value;
    if (!state) return;
    untracked(() => this.#take(state, auto));
  }

  #take(state: GameState, auto: "off" | "captures" | "always"): void {
    const { view, you } = state;
    const known = this.#known;
    witness(state.game, view.lots, state.seats);
    batch(() => {
      this.#sender.arrived(state.seq);
      // What was said before must not hide an end, or a question.
      const notice = this.notice.peek();
      const lasting = notice?.kind === "note" && notice.lasting && isFresh(view);
      if (known && stage(known) !== stage(view) && !lasting) this.dismiss();
      // Where the game has another length, what is no longer past is not looked at.
      const past = this.past.peek();
      if (known && known.ply !== view.ply && past && past.at >= view.ply) this.present();
      this.#known = view;
      this.before.value = choiceBefore(state.game, view);
      keepChoice(state.game, view);
      this.#tell(state);
      const geometry = geometryOf(this.game.peek()!);
      const input = this.input.peek();
      const mine = this.mine.peek();
      this.input.value = input?.geometry === geometry ? input : idle(geometry);
      this.#step({
        type: "turn",
        legal: mine ? view.legal : [],
        faulty: mine ? view.faulty : [],
        own: piecesOf(view.board, you.length > 1 ? view.turn : (you[0] ?? view.turn)),
        mine,
        active: this.playing.peek(),
        auto,
      });
    });
  }

  /** Tell what happened that no view shows; what was there from the start is no news. */
  #tell({ log, you }: GameState): void {
    const told = this.#told < 0 ? null : toldIn(log, this.#told);
    this.#told = log.length;
    // Two at one device both see the button pressed, but not what a move says without words.
    const here = told !== null && you.includes(told.by);
    if (!told || (here && !told.undone && !(told.moved && you.length > 1))) return;
    const sentence = this.#words().text(told.sentence, { side: sideName(this, told.by) });
    this.notice.value = { kind: "note", sentence };
  }

  #step(event: InputEvent): void {
    const input = this.input.peek();
    if (!input) return;
    const result = step(input, event);
    if (event.type !== "turn" && event.type !== "cancel") this.dismiss();
    this.input.value = result.state;
    if (result.effect) this.#do(result.effect);
    else if (event.type === "tap" && input.mine && input.active && !input.picks.length) {
      if (!result.state.picks.length) this.#sayWhose(event.square);
    }
  }

  /** Say whose piece was tapped, where it is none that can be moved from here. */
  #sayWhose(square: number): void {
    const { board, turn } = this.view.peek()!;
    const side = other(turn);
    if (preferences.help.peek() !== "words" || !piecesOf(board, side).includes(square)) return;
    const speech = this.#words();
    const key = this.you.peek().length > 1 ? "web.theirs.turn" : "web.theirs";
    const values = { owner: sideName(this, side), side: speech.text(`color.${turn}`) };
    const said = { sentence: speech.text(key, values), rule: "", squares: [], moves: [] };
    this.notice.value = { kind: "refused", said };
  }

  #do(effect: Effect): void {
    if (effect.type === "play") {
      const { move, route, by } = effect;
      if (by === "hand" || by === "drag") this.#sender.play(move, route, by === "drag");
      else this.#sender.playSoon(move, route);
    } else if (effect.type === "dropped") {
      this.notice.value = { kind: "note", sentence: this.#words().text("web.game.dropped") };
    } else void refuse(this, effect.squares, effect.text);
  }

  #words(): ReturnType<typeof words> {
    return words(this.game.peek()?.key ?? "");
  }
}

/** Whether a game has only been drawn for: nobody has moved since, or asks anything. */
function isFresh(view: View): boolean {
  const { match, outcome, ply } = view;
  return ply <= (match?.card?.moves.length ?? 1) && !outcome && !askedIn(view);
}

/** What a sentence was said about: it is over once one of these has changed. */
function stage(view: View): string {
  const { ply, phase, outcome } = view;
  return [ply, phase, askedIn(view), outcome?.termination].join(" ");
}
