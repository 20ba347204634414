/** The page's end of the worker: the games of this device, as if they were at a server. */

import { signal } from "@preact/signals";
import type { FileKind } from "../game/source";
import type { Begun, ClientMessage, NewGame, Refused, View } from "../generated/messages";
import type { Answer, Channel, Watcher } from "../game/channel";
import { newId } from "../game/channel";
import type { DeviceAnswer, DeviceMessage, HandedOver, Listed } from "./messages";
import type { Tossed } from "./terms";

/** The device said no: `sentence` says why. */
export class DeviceRefused extends Error {
  constructor(readonly refused: Refused) {
    super(refused.sentence);
  }
}

export class Device implements Channel {
  /** Whether the worker answers; it starts with the first question. */
  readonly open = signal(false);
  /** Both clocks are this device's. */
  readonly skew = 0;
  readonly #waiting = new Map<string, (answer: DeviceAnswer) => void>();
  readonly #watchers = new Set<Watcher>();
  #worker: Worker | null = null;

  constructor(
    readonly language: () => string,
    readonly make: () => Worker = () =>
      new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "offline" }),
  ) {}

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    this.resync(watcher);
    return () => {
      this.#watchers.delete(watcher);
      if (![...this.#watchers].some(({ game }) => game === watcher.game)) {
        this.#send({ t: "unwatch", game: watcher.game });
      }
    };
  }

  /** Ask for everything a watcher missed. */
  resync(watcher: Watcher): void {
    this.#send({ t: "watch", game: watcher.game, since: watcher.since() });
  }

  /** Send a command of the socket. */
  ask(message: ClientMessage & { readonly id: string }): Promise<Answer> {
    return this.#ask(message) as Promise<Answer>;
  }

  /** Begin a game; throws `DeviceRefused` where it cannot be played here. */
  async create(wish: NewGame, name: string, toss: Tossed | null = null): Promise<Begun> {
    const answer = await this.#ask({ t: "create", id: newId(), wish, name, toss });
    if (answer.t === "created") return answer.begun;
    throw new DeviceRefused(answer as Refused);
  }

  async list(): Promise<Listed> {
    const answer = await this.#ask({ t: "list", id: newId() });
    if (answer.t === "games") return answer;
    throw new DeviceRefused(answer as Refused);
  }

  /** How a game stands; nobody follows it by this. */
  async look(game: string): Promise<View> {
    const answer = await this.#ask({ t: "look", id: newId(), game });
    if (answer.t === "looked") return answer.view;
    throw new DeviceRefused(answer as Refused);
  }

  async remove(game: string): Promise<void> {
    const answer = await this.#ask({ t: "remove", id: newId(), game });
    if (answer.t === "refused") throw new DeviceRefused(answer);
  }

  /** Hand to the server what nobody watches here, or one game; `skew` is its clock less ours. */
  async handOver(skew: number, game?: string): Promise<HandedOver["games"]> {
    const only = game === undefined ? {} : { game };
    const answer = await this.#ask({ t: "hand_over", id: newId(), skew, ...only });
    if (answer.t === "handed_over") return answer.games;
    throw new DeviceRefused(answer as Refused);
  }

  /** A game, or the picture of where it stands, as the text of a file. */
  async write(game: string, kind: FileKind): Promise<string> {
    const answer = await this.#ask({ t: "write", id: newId(), game, kind });
    if (answer.t === "written") return answer.text;
    throw new DeviceRefused(answer as Refused);
  }

  /** Tell the worker that the language has changed; views come anew. */
  speak(): void {
    if (!this.#worker) return;
    this.#send({ t: "hello", lang: this.language() });
    for (const watcher of this.#watchers) this.resync(watcher);
  }

  #ask(message: DeviceMessage & { readonly id: string }): Promise<DeviceAnswer> {
    return new Promise((settle) => {
      this.#waiting.set(message.id, settle);
      this.#send(message);
    });
  }

  #send(message: DeviceMessage): void {
    this.#running().postMessage(message);
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.make();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<DeviceAnswer>) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#failed(worker, event.message));
    worker.postMessage({ t: "hello", lang: this.language() } satisfies DeviceMessage);
    return worker;
  }

  /** A worker that fails is replaced with the next question; what is kept is not lost. */
  #failed(worker: Worker, sentence: string): void {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = null;
    this.open.value = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, settle] of waiting) settle({ t: "refused", code: "unavailable", sentence, id });
  }

  #hear(answer: DeviceAnswer): void {
    if (answer.t === "welcome") this.open.value = true;
    const id = "id" in answer ? answer.id : null;
    if (id) {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    }
    if (!("game" in answer)) return;
    for (const watcher of this.#watchers) {
      if (watcher.game === answer.game) watcher.hear(answer);
    }
  }
}
