/** The worker that plays without a server: it opens the core, the store and the texts. */

import { Catalogue, type Entries } from "../text/catalogue";
import { isSpoken, primaryOf } from "../text/languages";
import { compiledCore } from "../core/compiled";
import { Core } from "../core/core";
import { cardsOf, type Card, type Library, type Rows } from "../core/decks";
import type { Post } from "./handin";
import { Host } from "./host";
import type { DeviceMessage } from "./messages";
import { LockPresence } from "./presence";
import { Speech } from "../text/sentences";
import { FleetingStore, IndexedStore, type Store } from "./store";
import { Tables } from "./tables";
import { WorkerThinker } from "../engine/thinking";

const TEXTS = import.meta.glob<string>("../generated/locales/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

const DECKS = import.meta.glob<string>("../generated/decks/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

const PATIENCE = 20_000;

const other = new BroadcastChannel("crownhead.games");

async function speak(wanted: string): Promise<Speech> {
  const language = isSpoken(primaryOf(wanted)) ? primaryOf(wanted) : "en";
  const parts = await Promise.all(
    [language, `offline-${language}`].map(async (name) => {
      const answer = await fetch(TEXTS[`../generated/locales/${name}.json`]!);
      return answer.json() as Promise<Entries>;
    }),
  );
  return new Speech(new Catalogue(language, Object.assign({}, ...parts) as Entries));
}

const cards = new Map<string, readonly Card[]>();

const library: Library = async (game) => {
  const address = DECKS[`../generated/decks/${game}.json`];
  const found = cards.get(game) ?? (address ? cardsOf(await fetched(address)) : []);
  cards.set(game, found);
  return found;
};

async function fetched(address: string): Promise<Rows> {
  return (await fetch(address)).json() as Promise<Rows>;
}

const post: Post = async (path, body) => {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return null;
  }
};

async function openStore(): Promise<Store> {
  try {
    return await IndexedStore.open();
  } catch {
    return new FleetingStore();
  }
}

async function open(): Promise<Host> {
  const module = await compiledCore();
  const [core, store] = await Promise.all([Core.open(module), openStore()]);
  const make = (): Worker =>
    new Worker(new URL("../engine/engine.ts", import.meta.url), { type: "module", name: "engine" });
  return new Host({
    tables: new Tables(core, store, new LockPresence(navigator.locks), Date.now, library),
    thinker: new WorkerThinker(module, make),
    kept: store instanceof IndexedStore,
    speak,
    say: (answer) => postMessage(answer),
    post,
    now: Date.now,
    tell: (game) => other.postMessage(game),
  });
}

const host = open();

addEventListener("message", ({ data }: MessageEvent<DeviceMessage>) => {
  void host.then((ready) => ready.hear(data));
});
other.addEventListener("message", ({ data }: MessageEvent<string>) => {
  void host.then((ready) => ready.changed(data));
});
// Whoever started this worker is told by its `error` event.
host.catch((error: unknown) => {
  setTimeout(() => {
    throw error;
  });
});
