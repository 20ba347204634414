/**
 * The one connection of a page to the server. It comes back by itself, tells whoever watches a game
 * what it missed, and sends again what was not answered: commands carry ids, so none counts twice.
 */

import { signal } from "@preact/signals";
import type { ClientMessage, Closing, Lobby, ServerMessage, Welcome } from "../generated/messages";
import type { Answer, Channel, Watcher } from "./channel";

export type { Answer, Watcher };

interface Waiting {
  readonly message: ClientMessage & { readonly id: string };
  readonly settle: (answer: Answer) => void;
}

const FIRST_WAIT = 100;
/** Between attempts in the first minute without a connection, and after it. */
const SHORT_WAIT = 800;
const LONG_WAIT = 5000;
const MINUTE = 60_000;
const SILENCE = 25_000;

export class Connection implements Channel {
  readonly open = signal(false);
  readonly welcome = signal<Welcome | null>(null);
  readonly lobby = signal<Lobby | null>(null);
  /** The server's clock less ours, in milliseconds. */
  skew = 0;

  readonly #waiting = new Map<string, Waiting>();
  readonly #watchers = new Set<Watcher>();
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  /** When the connection was lost. */
  #since = 0;
  #heard = 0;
  #lobby = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = false;

  constructor(
    readonly address: string,
    readonly language: () => string,
    /** Settled once the page may connect. */
    readonly ready: () => Promise<unknown> = () => Promise.resolve(),
  ) {}

  /** Connect, and stay connected from now on. */
  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    addEventListener("online", () => this.#now());
    addEventListener("pageshow", () => this.#now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#now();
    });
    setInterval(() => this.#check(), SILENCE / 5);
    void this.ready().then(() => this.#connect());
  }

  watch(watcher: Watcher): () => void {
    this.start();
    this.#watchers.add(watcher);
    this.#send({ t: "watch", game: watcher.game, since: watcher.since() });
    return () => {
      this.#watchers.delete(watcher);
      if (![...this.#watchers].some((each) => each.game === watcher.game)) {
        this.#send({ t: "unwatch", game: watcher.game });
      }
    };
  }

  /** Ask for everything a watcher missed. */
  resync(watcher: Watcher): void {
    this.#send({ t: "watch", game: watcher.game, since: watcher.since() });
  }

  /** Send a command; it is sent again after a lost connection until it is answered. */
  ask(message: ClientMessage & { readonly id: string }): Promise<Answer> {
    this.start();
    return new Promise((settle) => {
      this.#waiting.set(message.id, { message, settle });
      this.#send(message);
    });
  }

  /** Follow the lobby until the returned function is called. */
  follow(): () => void {
    this.start();
    if (this.#lobby++ === 0) this.#send({ t: "lobby", on: true });
    return () => {
      if (--this.#lobby === 0) this.#send({ t: "lobby", on: false });
    };
  }

  /** Tell the server that the language has changed; views come anew. */
  speak(): void {
    this.#send({ t: "hello", lang: this.language() });
    for (const watcher of this.#watchers) this.resync(watcher);
  }

  #now(): void {
    if (this.#socket?.readyState === WebSocket.OPEN || !this.#wanted) return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  #check(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const silence = Date.now() - this.#heard;
    if (silence > SILENCE) this.#lost(socket);
    else if (silence > SILENCE / 3) socket.send("p");
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#heard = Date.now();
      this.#send({ t: "hello", lang: this.language() });
      for (const watcher of this.#watchers) this.resync(watcher);
      if (this.#lobby > 0) this.#send({ t: "lobby", on: true });
      for (const { message } of this.#waiting.values()) this.#send(message);
    });
    socket.addEventListener("message", (event) => this.#hear(socket, String(event.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    socket.close();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    if (this.open.peek() || this.#since === 0) this.#since = Date.now();
    this.open.value = false;
    const most = Date.now() - this.#since < MINUTE ? SHORT_WAIT : LONG_WAIT;
    this.#wait = Math.min(most, this.#wait * 2);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(socket: WebSocket, text: string): void {
    this.#heard = Date.now();
    if (text === "p") socket.send("q");
    if (text.length < 2) return;
    this.#take(JSON.parse(text) as ServerMessage);
  }

  #take(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.skew = message.time - Date.now();
        this.#wait = FIRST_WAIT;
        this.open.value = true;
        this.welcome.value = message;
        return;
      case "lobby":
        this.lobby.value = message;
        return;
      case "closing":
        this.#closing(message);
        return;
      case "ack":
      case "refused":
      case "reason":
      case "hint":
      case "history":
        this.#settle(message);
        break;
      default:
    }
    if (!("game" in message)) return;
    for (const watcher of this.#watchers) {
      if (watcher.game === message.game) watcher.hear(message);
    }
  }

  #settle(answer: Answer): void {
    const waiting = answer.id ? this.#waiting.get(answer.id) : undefined;
    if (!waiting) return;
    if (answer.t === "refused" && (answer.wait ?? 0) > 0) {
      setTimeout(() => this.#send(waiting.message), answer.wait);
      return;
    }
    this.#waiting.delete(waiting.message.id);
    waiting.settle(answer);
  }

  #closing(message: Closing): void {
    this.#wait = message.reason === "replaced" ? LONG_WAIT : Math.max(FIRST_WAIT, message.wait);
  }
}

/** A new name for a command; pages without encryption have no `randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
