/** What there is to see of one game here, and to say about it: signals, and who acts on them. */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { InputState } from "../input/state";
import { preferences } from "../state/preferences";
import type { Names } from "../text/languages";
import { other } from "./apply-move";
import type { Choice } from "./choices";
import { Demonstration } from "./demonstration";
import { huffsOf } from "./log";
import type { Notice } from "./messages";
import { shownPly, type Shown } from "./board-state";
import type { Review } from "./review";
import type { Act, GameSource, GameState, MoveView, Ply, Refused, Side } from "./source";
import { gameOfView, type Game } from "./variants";

/** A move on its way, and the board after it. */
export interface Pending {
  readonly seq: number;
  readonly shown: Shown;
}

/** A capture that the last move threatens. */
export interface Threat {
  readonly text: string;
  readonly route: readonly number[];
}

/** The German and the English name. */
export type OpeningName = Names;

export class Play {
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
  /** The move that is on its way. */
  readonly pending = signal<Pending | null>(null);
  /** The game is looked through: its positions, and the one that is shown. */
  readonly past = signal<{ readonly plies: readonly Ply[]; readonly at: number } | null>(null);
  /** What a look at the game showed once it was over; null before. */
  readonly review = signal<Review | null>(null);
  readonly demonstration = new Demonstration();

  readonly state: ReadonlySignal<GameState | null>;
  readonly view = computed(() => this.source.state.value?.view ?? null);
  readonly game = computed<Game | null>(() => {
    const view = this.view.value;
    return view ? gameOfView(view.variant, view.house) : null;
  });
  /** The player says that a capture was left out, and has yet to say by which piece. */
  readonly accusing = signal(false);
  /** The ply at which the player has noticed the fault of the other. */
  readonly noticed = signal(-1);
  /** Squares of pieces to huff that the player knows of: told, or noticed by himself. */
  readonly huffable = computed<readonly number[]>(() => {
    const view = this.view.value;
    if (!view) return [];
    const own = this.you.value.includes(view.turn);
    const hidden = own && preferences.noticing.value && this.noticed.value !== view.ply;
    return hidden ? [] : view.huffable;
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
    const past = this.past.value;
    if (past) return shownPly(past.plies, past.at);
    const instead = this.demonstration.shown.value ?? this.pending.value?.shown;
    if (instead) return instead;
    return { board: view.board, ply: view.ply, turn: view.turn, last: view.last, live: true };
  });

  constructor(readonly source: GameSource) {
    this.state = source.state;
  }

  /** Take away what was said and shown about the position. */
  dismiss(): void {
    batch(() => {
      this.notice.value = null;
      this.advice.value = null;
      this.foreseen.value = [];
      this.threatened.value = false;
      this.accusing.value = false;
      this.demonstration.stop();
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

  /** Show why something was refused; what came too late was overtaken, and needs no words. */
  refused({ sentence, rule = "", squares = [], moves = [], code }: Refused): void {
    if (code === "stale") return;
    this.notice.value = { kind: "refused", said: { sentence, rule, squares, moves } };
  }
}
