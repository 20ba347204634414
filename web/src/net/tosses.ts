/** Games of this device whose sides were tossed for: the toss is shown with the game. */

import { computed, signal } from "@preact/signals";
import { contributing } from "../game/commitments";
import type { Act, FileKind, GameSource, GameState, Outcome } from "../game/source";
import type { Tossed } from "../game/tossing";
import type { Lot } from "../generated/messages";
import { sit } from "../state/seats";
import { store, storedRecord } from "../state/storage";

type Kept = Readonly<Record<string, Lot>>;

const STORE = "crownhead.tosses";
const MOST = 60;
/** Milliseconds for which the commitment stands before the draw, so that the page can show both. */
const STANDS = 300;

let kept = storedRecord(STORE) as Kept;
/** Tosses that nobody has seen yet. */
const unseen = new Map<string, Tossed>();

/** Keep the toss of a game that has just been begun, to be shown when it is opened. */
export function keepToss(game: string, tossed: Tossed): void {
  unseen.set(game, tossed);
  sit(game);
  contributing(game, [tossed.open], tossed.own, [1]);
  kept = Object.fromEntries([...Object.entries(kept), [game, tossed.drawn] as const].slice(-MOST));
  store(STORE, kept);
}

/** The toss of a game of this device, if there was one. */
export function tossOf(game: string): Lot | null {
  return kept[game] ?? null;
}

/** A game of this device after its toss; the first time it is opened, before it. */
export class TossedGame implements GameSource {
  readonly #open = signal<Lot | null>(null);
  readonly state;
  readonly connected;
  readonly missing;

  constructor(
    readonly source: GameSource,
    game: string,
    readonly lot: Lot,
  ) {
    this.#open.value = unseen.get(game)?.open ?? null;
    unseen.delete(game);
    this.state = computed(() => this.#shown(source.state.value));
    this.connected = source.connected;
    this.missing = source.missing;
  }

  #shown(state: GameState | null): GameState | null {
    if (!state) return null;
    const { view } = state;
    const open = this.#open.value;
    // The server shows the toss of a round itself.
    const others = view.lots.filter(({ kind }) => kind !== "toss");
    const lots = [open ?? this.lot, ...others];
    if (!open) return { ...state, view: { ...view, lots } };
    const players = { white: null, black: null };
    const before = { phase: "lots", players, lots, legal: [], faulty: [], must: [] } as const;
    return { ...state, you: [], view: { ...view, ...before } };
  }

  async act(act: Act): Promise<Outcome> {
    if (act.kind !== "contribute" || !this.#open.peek()) return this.source.act(act);
    // A card that is drawn, too, waits for the same contribution.
    const more = this.source.state.peek()?.view.phase === "lots";
    await new Promise((done) => setTimeout(done, STANDS));
    const outcome: Outcome = more ? await this.source.act(act) : { done: true, next: null };
    if (outcome.done) this.#open.value = null;
    return outcome;
  }

  explain(text: string): ReturnType<GameSource["explain"]> {
    return this.source.explain(text);
  }

  hint(): Promise<readonly string[]> {
    return this.source.hint();
  }

  history(): ReturnType<GameSource["history"]> {
    return this.source.history();
  }

  now(): number {
    return this.source.now();
  }

  download(kind: FileKind): ReturnType<GameSource["download"]> {
    return this.source.download(kind);
  }

  close(): void {
    this.source.close();
  }
}
