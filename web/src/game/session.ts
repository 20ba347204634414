/**
 * One game as somebody plays it here: what its source says, what the player is entering, and what
 * the screen shows. It knows no rules and no screen.
 */

import { batch, computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { BoardInput } from "../board/element";
import { step } from "../input/machine";
import { idle, type Effect, type InputEvent, type InputState } from "../input/state";
import { preferences } from "../state/preferences";
import { words } from "../text/language";
import { other, piecesOf } from "./after";
import { witness } from "./commitments";
import { choiceBefore, keepChoice, type Choice } from "./choices";
import { huffsOf, toldIn } from "./log";
import { Lookback } from "./lookback";
import { sideName } from "./naming";
import type { Notice } from "./notices";
import type { OpeningName } from "./openings";
import { Sender } from "./sender";
import type { Shown } from "./shown";
import type { Act, GameSource, GameState, MoveView, Ply, Refused, Side, View } from "./source";
import { refuse } from "./refusing";
import type { Threat } from "./threats";
import { gameOfView, geometryOf, type Game } from "./variants";

export class Session {
  readonly input = signal<InputState | null>(null);
  readonly notice = signal<Notice | null>(null);
  readonly advice = signal<MoveView | null>(null);
  /** How the computer sees the game go on, as routes. */
  readonly foreseen = signal<readonly (readonly number[])[]>([]);
  /** The capture that the computer's last move threatens, and whether it is drawn. */
  readonly threat = signal<Threat | null>(null);
  readonly threatened = signal(false);
  readonly thinking = signal(false);
  /** The opening from which the position that is shown has come. */
  readonly opening = signal<OpeningName | null>(null);
  /** What there was to choose from at the last move; null where nobody has seen it here. */
  readonly before = signal<Choice | null>(null);
  readonly flipped = signal(false);
  /** What was typed outside the field for moves and belongs into it; a line feed is Enter. */
  readonly typing = signal("");
  /** Whether the field for moves is wanted where there is little room. */
  readonly keyboard = signal(false);
  /** The square of the piece that is being dragged; 0: none is. */
  readonly lifted = signal(0);
  /** Pieces to shake; a new value each time. Those that a refusal names follow the refused one. */
  readonly shaken = signal<{ readonly squares: readonly number[]; readonly named?: boolean }>({
    squares: [],
  });
  /** The sheet for sharing the game is open. */
  readonly sharing = signal(false);
  readonly #sender = new Sender(this);
  /** A move has been on its way for longer than it should. */
  readonly sending = this.#sender.late;
  readonly #lookback = new Lookback(this);
  /** The game is looked through: its positions, and the one that is shown. */
  readonly past = this.#lookback.past;
  readonly #ends: (() => void)[] = [];
  #known: View | null = null;
  #told = -1;

  readonly state: ReadonlySignal<GameState | null>;
  readonly view = computed(() => this.source.state.value?.view ?? null);
  readonly game = computed<Game | null>(() => {
    const view = this.view.value;
    return view ? gameOfView(view.variant, view.house) : null;
  });
  readonly you = computed<readonly Side[]>(() => this.state.value?.you ?? []);
  /** The side seen from below. */
  readonly below = computed<Side>(() => {
    const [only, second] = this.you.value;
    let side: Side = only ?? "white";
    if (only && second)
      side = preferences.turning.value ? (this.view.value?.turn ?? only) : "white";
    return this.flipped.value ? other(side) : side;
  });
  /** Pieces that were huffed, each with the ply after which it was. */
  readonly huffs = computed(() => huffsOf(this.state.value?.log ?? []));
  readonly mine = computed(() => {
    const view = this.view.value;
    return view !== null && this.playing.value && this.you.value.includes(view.turn);
  });
  readonly playing = computed(() => {
    const view = this.view.value;
    if (!view || view.phase !== "playing" || this.you.value.length === 0) return false;
    return !view.paused && !view.verdict_due && !view.must_answer;
  });
  readonly shown = computed<Shown | null>(() => {
    const view = this.view.value;
    if (!view) return null;
    const instead = this.#lookback.shown.value ?? this.#sender.shown.value;
    if (instead) return instead;
    return { board: view.board, ply: view.ply, turn: view.turn, last: view.last, live: true };
  });

  constructor(readonly source: GameSource) {
    this.state = source.state;
    this.#ends.push(
      effect(() => this.#follow()),
      effect(() => this.#sender.watch()),
    );
  }

  close(): void {
    this.#sender.close();
    this.#lookback.stop();
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
    if (this.#sender.shown.value) return;
    if (input.type === "cancel") this.dismiss();
    if (input.type === "tap" && this.#huffs(input.square)) return;
    this.#step(input.type === "tap" ? { type: "tap", square: input.square } : input);
  }

  /** Huff the piece on a square, if it may be and no capture is being entered over it. */
  #huffs(square: number): boolean {
    const view = this.view.peek();
    if (!view?.huffable.includes(square) || !this.you.peek().includes(view.turn)) return false;
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

  dismiss(): void {
    batch(() => {
      this.notice.value = null;
      this.advice.value = null;
      this.foreseen.value = [];
      this.threatened.value = false;
      this.#lookback.stop();
    });
  }

  /** Act in the game; a refusal becomes a notice. Returns the game that followed, if one did. */
  async act(act: Act): Promise<string | null> {
    const outcome = await this.source.act(act);
    if (outcome.done) return outcome.next;
    this.refused(outcome.refused);
    return null;
  }

  /** The side that an act is done for: the only one here, or the one whose turn it is. */
  get acting(): Side {
    const view = this.view.peek();
    const [only, second] = this.you.peek();
    return second ? (view?.turn ?? "white") : (only ?? "white");
  }

  /** Show a move as it would be played, then the position again. */
  demonstrate(text: string): void {
    this.#lookback.demonstrate(text);
  }

  /** Show how the game came to its present position, one move after another. */
  playOut(history: Promise<readonly Ply[]>): Promise<void> {
    return this.#lookback.playOut(history);
  }

  /** Show the position after so many plies; the last one is the present again. */
  look(ply: number): Promise<void> {
    return this.#lookback.look(ply);
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
      const lasting = notice?.kind === "note" && notice.lasting && !view.outcome;
      if (known && stage(known) !== stage(view) && !lasting) this.dismiss();
      if (known && known.ply !== view.ply) this.#lookback.cut(view.ply);
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

  /** Show why something was refused; what came too late was overtaken, and needs no words. */
  refused({ sentence, rule = "", squares = [], moves = [], code }: Refused): void {
    if (code === "stale") return;
    this.notice.value = { kind: "refused", said: { sentence, rule, squares, moves } };
  }
}

/** What a sentence was said about: it is over once one of these has changed. */
function stage({ ply, phase, offer, takeback, outcome }: View): string {
  return [ply, phase, offer, takeback?.by, outcome?.termination].join(" ");
}
