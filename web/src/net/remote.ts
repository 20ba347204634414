/** A game as the messages of a channel tell it: from the server, or from this device. */

import { signal } from "@preact/signals";
import { append } from "../game/log";
import { askedIn } from "../game/questions";
import type { FileKind, GameSource, GameState, Outcome } from "../game/source";
import type { Act, Ply, ServerMessage, Why } from "../generated/messages";
import type { Channel, Watcher } from "../game/channel";
import { newId } from "../game/channel";

const MOST_TRIES = 4;
/** Milliseconds to wait for the snapshot that follows a refusal. */
const PATIENCE = 3000;
/** Acts that mean the same whatever has happened meanwhile. */
const FREE = new Set<Act["kind"]>([
  "resign",
  "contribute",
  "rematch",
  "rematch_decline",
  "next",
  "pause",
  "resume",
]);

export class RemoteGame implements GameSource {
  readonly state = signal<GameState | null>(null);
  readonly missing = signal(false);
  readonly talked = signal(0);
  readonly connected;
  readonly #watcher: Watcher;
  readonly #leave: () => void;
  #closed = false;

  constructor(
    readonly game: string,
    readonly channel: Channel,
    /** Where files of games are fetched, or what makes those of this one. */
    readonly files: string | ((kind: FileKind) => Promise<string>) = "/api/games",
  ) {
    this.connected = channel.open;
    this.#watcher = {
      game,
      since: () => this.state.peek()?.seq ?? 0,
      hear: (message) => this.#hear(message),
    };
    this.#leave = channel.watch(this.#watcher);
  }

  async act(act: Act): Promise<Outcome> {
    for (let tries = MOST_TRIES; ; tries--) {
      const before = this.state.peek();
      const answer = await this.channel.ask({
        t: "do",
        id: newId(),
        game: this.game,
        seq: before?.seq ?? 0,
        act,
      });
      if (answer.t !== "refused") {
        return { done: true, next: answer.t === "ack" ? (answer.next ?? null) : null };
      }
      const late = answer.code === "stale" && tries > 1;
      if (!late || !(await this.#meant(act, before, answer.seq ?? 0))) {
        return { done: false, refused: answer };
      }
    }
  }

  /** Whether an act still means the same after what happened meanwhile. */
  async #meant(act: Act, before: GameState | null, seq: number): Promise<boolean> {
    const now = await this.#waitFor(seq);
    if (FREE.has(act.kind)) return true;
    const meant = (state: GameState | null) => state && `${state.view.ply} ${askedIn(state.view)}`;
    return meant(now) === meant(before);
  }

  /** Wait for a snapshot that is on its way. */
  #waitFor(seq: number): Promise<GameState | null> {
    return new Promise((done) => {
      const timer = setTimeout(() => finish(), PATIENCE);
      const stop = this.state.subscribe((state) => {
        if (state && state.seq >= seq) queueMicrotask(() => finish());
      });
      const finish = (): void => {
        clearTimeout(timer);
        stop();
        done(this.state.peek());
      };
    });
  }

  async explain(text: string): Promise<Why | null> {
    const answer = await this.channel.ask({ t: "explain", id: newId(), game: this.game, text });
    if (answer.t === "reason") return answer;
    if (answer.t !== "refused") return null;
    const { id, rule = "", sentence, squares = [], moves = [], reason = null } = answer;
    return { t: "reason", id: id ?? "", rule, sentence, squares, moves, reason };
  }

  async hint(): Promise<readonly string[]> {
    const answer = await this.channel.ask({ t: "hint", id: newId(), game: this.game });
    return answer.t === "hint" && answer.ply === this.state.peek()?.view.ply ? answer.line : [];
  }

  async history(): Promise<readonly Ply[]> {
    const answer = await this.channel.ask({ t: "history", id: newId(), game: this.game });
    return answer.t === "history" ? answer.plies : [];
  }

  now(): number {
    return Date.now() + this.channel.skew;
  }

  download(kind: FileKind): string | (() => Promise<string>) {
    const { files, game } = this;
    return typeof files === "string" ? `${files}/${game}/${kind}` : () => files(kind);
  }

  close(): void {
    this.#closed = true;
    this.#leave();
  }

  #again(): void {
    if (!this.#closed) this.channel.resync(this.#watcher);
  }

  #hear(message: ServerMessage): void {
    const state = this.state.peek();
    switch (message.t) {
      case "snapshot": {
        if (state && message.seq < state.seq) return;
        const { game, seq, you, seats = [], code, until = null, view } = message;
        const here = message.here as Record<string, boolean>;
        const log = append(state?.log ?? [], message.events);
        this.state.value = { game, seq, you, seats, here, code, until, log, view };
        return;
      }
      case "event": {
        if (!state || message.seq <= state.seq) return;
        const first = message.events[0]?.seq;
        if (first !== undefined && first > state.seq + 1) {
          this.channel.resync(this.#watcher);
          return;
        }
        const log = append(state.log, message.events);
        const { seq, until = null, view } = message;
        this.state.value = { ...state, seq, until, log, view };
        // Lots may have decided which side is played here; only a snapshot tells.
        if (state.view.phase !== view.phase) this.channel.resync(this.#watcher);
        return;
      }
      case "here":
        if (state) this.state.value = { ...state, here: message.here as Record<string, boolean> };
        return;
      case "talked":
        this.talked.value = message.last;
        return;
      case "refused":
        // A refused command has its own id; this is the refusal to show the game at all.
        if (message.id) return;
        if (message.wait) setTimeout(() => this.#again(), message.wait);
        else if (!state || message.code === "unknown_game") this.missing.value = true;
        return;
      default:
    }
  }
}
