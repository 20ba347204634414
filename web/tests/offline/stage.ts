/** A host with everything around it in memory, and what it said. */

import type { Act, NewGame, View } from "../../src/generated/messages";
import type { Library } from "../../src/core/decks";
import { Host } from "../../src/offline/host";
import type { Post } from "../../src/offline/handin";
import type { DeviceAnswer, DeviceMessage } from "../../src/offline/messages";
import { LockPresence } from "../../src/offline/presence";
import { Speech } from "../../src/text/sentences";
import { FleetingStore, type Store } from "../../src/offline/store";
import { Tables } from "../../src/offline/tables";
import { think, type Task, type Thinker, type Thought } from "../../src/engine/thinking";
import type { Core } from "../../src/core/core";
import { openCore } from "./core";
import { catalogueOf, library } from "./golden";

export const core: Core = await openCore();

/** Thinks in this thread, with fewer nodes. */
export class LocalThinker implements Thinker {
  stopped = 0;

  async think(task: Task): Promise<Thought> {
    const { question } = task;
    const few = (nodes: number): number => Math.min(nodes, 3000);
    if (question.what === "judge") {
      const nodes = few(question.nodes);
      return think(core, { ...task, question: { ...question, nodes } }, task.table);
    }
    const level = { ...question.level, nodes: few(question.level.nodes) };
    return think(core, { ...task, question: { ...question, level } }, task.table);
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
    decks: Library = library,
  ) {
    const now = (): number => {
      this.time += 1000; // so that nobody waits for the computer's answer
      return this.time;
    };
    this.host = new Host({
      tables: new Tables(core, store, new LockPresence(undefined), now, decks),
      thinker,
      kept: true,
      speak: async (language) => new Speech(catalogueOf(language)),
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

/** A game for two on this device. */
export const ALONE: NewGame = {
  variant: "english",
  opponent: { kind: "same_device", name: "Bob" },
};

/** Begin a game, and follow it. */
export async function beginGame(stage: Stage, wish: NewGame): Promise<string> {
  const { begun } = await stage.ask({ t: "create", id: stage.id(), wish, name: "Anna" }, "created");
  await stage.ask({ t: "watch", game: begun.game }, "snapshot");
  return begun.game;
}

/** Act in a game; returns its new seq. */
export async function act(stage: Stage, game: string, seq: number, act: Act): Promise<number> {
  const ack = await stage.ask({ t: "do", id: stage.id(), game, seq, act }, "ack");
  return ack.seq;
}

export function lastView(stage: Stage): View {
  const shown = stage.said.findLast((each) => each.t === "event" || each.t === "snapshot");
  return (shown as { view: View }).view;
}
