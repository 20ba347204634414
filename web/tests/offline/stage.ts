/** A host with everything around it in memory, and what it said. */

import { Host } from "../../src/offline/host";
import type { Post } from "../../src/offline/handin";
import type { DeviceAnswer, DeviceMessage } from "../../src/offline/messages";
import { LockPresence } from "../../src/offline/presence";
import { Speech } from "../../src/offline/sentences";
import { FleetingStore, type Store } from "../../src/offline/store";
import { Tables } from "../../src/offline/tables";
import { search, type Task, type Thinker } from "../../src/offline/thinking";
import type { Core, Found } from "../../src/offline/core";
import { openCore } from "./core";
import { entriesOf } from "./golden";

export const core: Core = await openCore();

/** Thinks in this thread, with fewer nodes. */
export class LocalThinker implements Thinker {
  stopped = 0;

  async think(task: Task): Promise<Found> {
    const nodes = Math.min(task.limits.nodes ?? 3000, 3000);
    const depth = Math.min(task.limits.depth ?? 99, 9);
    return search(core, { ...task, limits: { ...task.limits, nodes, depth } }, task.table);
  }

  stop(): void {
    this.stopped += 1;
  }
}

export class Stage {
  readonly said: DeviceAnswer[] = [];
  readonly host: Host;
  time = 1_800_000_000_000;
  #asked = 0;
  readonly #name = crypto.randomUUID();

  constructor(
    readonly store: Store = new FleetingStore(),
    post: Post = async () => null,
    readonly thinker: Thinker = new LocalThinker(),
  ) {
    const now = (): number => {
      this.time += 1000; // so that nobody waits for the computer's answer
      return this.time;
    };
    this.host = new Host({
      tables: new Tables(core, store, new LockPresence(undefined), now),
      thinker,
      kept: true,
      speak: async (language) => new Speech(language, entriesOf(language)),
      say: (answer) => this.said.push(structuredClone(answer)),
      post,
      now,
      tell: () => {},
    });
  }

  id(): string {
    this.#asked += 1;
    return `${this.#name}-${this.#asked}`;
  }

  /** Say something, and return the answer to it. */
  async ask<T extends DeviceAnswer["t"]>(
    message: DeviceMessage,
    kind: T,
  ): Promise<Extract<DeviceAnswer, { t: T }>> {
    const before = this.said.length;
    await this.host.hear(message);
    return this.until(kind, before);
  }

  /** Wait for an answer of a kind. */
  async until<T extends DeviceAnswer["t"]>(
    kind: T,
    from: number,
    fits: (answer: Extract<DeviceAnswer, { t: T }>) => boolean = () => true,
  ): Promise<Extract<DeviceAnswer, { t: T }>> {
    for (let tries = 0; tries < 4000; tries += 1) {
      for (const answer of this.said.slice(from)) {
        const typed = answer as Extract<DeviceAnswer, { t: T }>;
        if (answer.t === kind && fits(typed)) return typed;
      }
      await new Promise((settle) => setTimeout(settle, 1));
    }
    throw new Error(`no ${kind} in ${JSON.stringify(this.said.slice(from)).slice(0, 2000)}`);
  }
}
