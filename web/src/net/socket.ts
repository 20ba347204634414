/**
 * The one connection of a page to the server. It comes back by itself, tells whoever watches a game
 * what it missed, and sends again what was not answered: commands carry ids, so none counts twice.
 */

import { signal } from "@preact/signals";
import type { ClientMessage, Closing, Lobby, ServerMessage, Welcome } from "../generated/messages";
import { begun } from "../state/seeking";
import { applyNews } from "./lobby";
import type { Answer, Channel, Watcher } from "../game/channel";

export type { Answer, Watcher };

type Timer = ReturnType<typeof setTimeout> | undefined;

interface Waiting {
  readonly message: ClientMessage & { readonly id: string };
  readonly settle: (answer: Answer) => void;
}

const FIRST_WAIT = 100;
/** Between attempts in the first minute without a connection, and after it. */
const SHORT_WAIT = 800;
const LONG_WAIT = 5000;
const MINUTE = 60_000;
/** A command unanswered for so long casts doubt on the connection, which has as long to reply. */
const PATIENCE = 2000;
/** What a slow network is given at most, before an answer has ever come through it. */
const MOST_PATIENCE = 16_000;
/** A connection silent for so long is asked for a sign of life, whatever is going on. */
const SILENCE = 8000;
/** So many times the patience while the computer thinks. */
const THINKING = 4;
/** A connection not made by then is not going to be. */
const OPENING = 5000;

export class Connection implements Channel {
  readonly open = signal(false);
  /** Whether it was tried, and is not there: before the first answer nobody can say. */
  readonly lost = signal(false);
  readonly welcome = signal<Welcome | null>(null);
  readonly lobby = signal<Lobby | null>(null);
  /** How often it was told that the own challenges have changed. */
  readonly challenges = signal(0);
  /** The server's clock less ours, in milliseconds. */
  skew = 0;

  readonly #waiting = new Map<string, Waiting>();
  readonly #watchers = new Set<Watcher>();
  /** Who is told when an event has changed. */
  readonly #events = new Map<string, Set<() => void>>();
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  /** When the connection was lost. */
  #since = 0;
  #heard = 0;
  #lobby = 0;
  #timer: Timer;
  /** Runs while a command is unanswered, and then until a sign of life has come. */
  #doubt: Timer;
  #probe: Timer;
  #patience = PATIENCE;
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
    addEventListener("offline", () => this.#lost(this.#socket));
    addEventListener("online", () => this.#now(true));
    addEventListener("pageshow", () => this.#now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#now();
    });
    setInterval(() => this.#check(), SILENCE / 4);
    void this.ready().then(() => this.#socket ?? this.#connect());
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
      this.#expect();
    });
  }

  /** Be told whenever an event has changed, until the returned function is called. */
  followEvent(event: string, hear: () => void): () => void {
    this.start();
    const hearers = this.#events.get(event) ?? new Set();
    if (hearers.size === 0) this.#send({ t: "watch_event", event });
    this.#events.set(event, hearers.add(hear));
    return () => {
      hearers.delete(hear);
      if (hearers.size > 0) return;
      this.#events.delete(event);
      this.#send({ t: "unwatch_event", event });
    };
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

  /** Connect at once, or make sure of the connection; `anew` gives up an attempt still going on. */
  #now(anew = false): void {
    if (!this.#wanted) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#ask();
      return;
    }
    if (this.#socket && !anew) return;
    this.#wait = FIRST_WAIT;
    const before = this.#socket;
    void this.ready().then(() => {
      if (this.#socket !== before) return;
      this.#connect();
      before?.close();
    });
  }

  #check(): void {
    if (Date.now() - this.#heard >= SILENCE) this.#ask();
  }

  /** Expect an answer to a command soon. */
  #expect(): void {
    if (this.#doubt !== undefined || !this.#owesAnswer()) return;
    this.#doubt = setTimeout(() => {
      this.#doubt = undefined;
      if (this.#owesAnswer()) this.#ask();
    }, PATIENCE);
  }

  /** Whether something is unanswered that takes no time to answer. */
  #owesAnswer(): boolean {
    return !this.open.peek() || this.#asked((message) => message.t !== "hint");
  }

  #asked(which: (message: ClientMessage) => boolean): boolean {
    return [...this.#waiting.values()].some(({ message }) => which(message));
  }

  /** Ask for a sign of life, and give the connection up where none comes. */
  #ask(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || this.#probe !== undefined) return;
    socket.send("p");
    // Nothing else is answered while the computer thinks about a hint.
    const thinking = this.#asked((message) => message.t === "hint");
    const give = (): void => {
      // The next connection may be as slow as this one was.
      this.#patience = Math.min(MOST_PATIENCE, this.#patience * 2);
      this.#lost(socket);
    };
    this.#probe = setTimeout(give, this.#patience * (thinking ? THINKING : 1));
  }

  /** Something has come: the connection lives. */
  #alive(): void {
    this.#heard = Date.now();
    clearTimeout(this.#probe);
    clearTimeout(this.#doubt);
    this.#probe = this.#doubt = undefined;
    this.#expect();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lost(socket), OPENING);
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#timer);
      this.#send({ t: "hello", lang: this.language() });
      for (const watcher of this.#watchers) this.resync(watcher);
      for (const event of this.#events.keys()) this.#send({ t: "watch_event", event });
      if (this.#lobby > 0) this.#send({ t: "lobby", on: true });
      for (const { message } of this.#waiting.values()) this.#send(message);
      this.#alive();
    });
    socket.addEventListener("message", (event) => this.#hear(socket, String(event.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #lost(socket: WebSocket | null): void {
    if (!socket || socket !== this.#socket) return;
    this.#socket = null;
    socket.close();
    for (const timer of [this.#timer, this.#doubt, this.#probe]) clearTimeout(timer);
    this.#doubt = this.#probe = undefined;
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    if (this.open.peek() || this.#since === 0) this.#since = Date.now();
    this.open.value = false;
    this.lost.value = true;
    const most = Date.now() - this.#since < MINUTE ? SHORT_WAIT : LONG_WAIT;
    this.#wait = Math.min(most, this.#wait * 2);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    // The server's question says nothing about what it hears.
    if (text === "p") {
      socket.send("q");
      return;
    }
    if (text.length > 1) this.#take(JSON.parse(text) as ServerMessage);
    this.#alive();
  }

  #take(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.skew = message.time - Date.now();
        this.#wait = FIRST_WAIT;
        this.open.value = true;
        this.lost.value = false;
        this.welcome.value = message;
        return;
      case "lobby":
        this.lobby.value = message;
        return;
      case "lobby_news":
        if (this.lobby.value) this.lobby.value = applyNews(this.lobby.value, message);
        return;
      case "challenges":
        this.challenges.value += 1;
        return;
      case "event_changed":
        for (const hear of this.#events.get(message.event) ?? []) hear();
        return;
      case "event_game":
        begun.value = { event: message.event, game: message.game };
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
    this.#patience = PATIENCE;
    waiting.settle(answer);
  }

  #closing(message: Closing): void {
    this.#wait = message.reason === "replaced" ? LONG_WAIT : Math.max(FIRST_WAIT, message.wait);
  }
}
