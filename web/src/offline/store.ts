/** Where the games of this device are kept. What is read back is looked at like a stranger's. */

import type { Entry } from "./table";

/** What is kept of a game beside its log. */
export interface Header {
  readonly id: string;
  readonly created: number;
  readonly terms: unknown;
  /** What a list shows of it, as the last entry left it. */
  readonly card: unknown;
  /** The game at the server that took it. */
  readonly handed: string | null;
  /** What the server said that did not take it. */
  readonly declined: string | null;
}

/** Somebody else, in another tab, was faster. */
export class Conflict extends Error {}

export interface Store {
  headers(): Promise<unknown[]>;
  header(game: string): Promise<unknown>;
  entries(game: string, after: number): Promise<unknown[]>;
  create(header: Header, entries: readonly Entry[]): Promise<void>;
  /** Keep entries for good; rejects with `Conflict` where one of that number is kept already. */
  append(game: string, entries: readonly Entry[], card: unknown): Promise<void>;
  change(game: string, change: Partial<Header>): Promise<void>;
  remove(game: string): Promise<void>;
}

export const NAME = "crownhead";
const VERSION = 1;
const GAMES = "games";
const ENTRIES = "entries";

interface Stored {
  readonly game: string;
  readonly seq: number;
  readonly entry: Entry;
}

const stored = (game: string, entry: Entry): Stored => ({ game, seq: entry.seq, entry });

export class IndexedStore implements Store {
  private constructor(readonly database: IDBDatabase) {}

  static open(factory: IDBFactory = indexedDB): Promise<IndexedStore> {
    return new Promise((settle, fail) => {
      const opening = factory.open(NAME, VERSION);
      opening.addEventListener("upgradeneeded", () => {
        opening.result.createObjectStore(GAMES, { keyPath: "id" });
        opening.result.createObjectStore(ENTRIES, { keyPath: ["game", "seq"] });
      });
      opening.addEventListener("success", () => {
        const database = opening.result;
        // A newer page in another tab changes the shape of the store: let it.
        database.addEventListener("versionchange", () => database.close());
        settle(new IndexedStore(database));
      });
      opening.addEventListener("error", () => fail(opening.error ?? new Error("no store")));
      opening.addEventListener("blocked", () => fail(new Error("the store is blocked")));
    });
  }

  headers(): Promise<unknown[]> {
    return this.#do("readonly", [GAMES], (of) => of(GAMES).getAll());
  }

  header(game: string): Promise<unknown> {
    return this.#do("readonly", [GAMES], (of) => of(GAMES).get(game));
  }

  async entries(game: string, after: number): Promise<unknown[]> {
    const range = IDBKeyRange.bound([game, after], [game, Number.MAX_SAFE_INTEGER], true);
    const found = await this.#do("readonly", [ENTRIES], (of) => of(ENTRIES).getAll(range));
    return (found as Stored[]).map(({ entry }) => entry);
  }

  async create(header: Header, entries: readonly Entry[]): Promise<void> {
    await this.#do("readwrite", [GAMES, ENTRIES], (of) => {
      for (const entry of entries) of(ENTRIES).add(stored(header.id, entry));
      return of(GAMES).add(header);
    });
  }

  async append(game: string, entries: readonly Entry[], card: unknown): Promise<void> {
    await this.#do("readwrite", [GAMES, ENTRIES], (of) => {
      for (const entry of entries) of(ENTRIES).add(stored(game, entry));
      return changed(of(GAMES), game, { card });
    });
  }

  async change(game: string, change: Partial<Header>): Promise<void> {
    await this.#do("readwrite", [GAMES], (of) => changed(of(GAMES), game, change));
  }

  async remove(game: string): Promise<void> {
    await this.#do("readwrite", [GAMES, ENTRIES], (of) => {
      of(ENTRIES).delete(IDBKeyRange.bound([game, 0], [game, Number.MAX_SAFE_INTEGER]));
      return of(GAMES).delete(game);
    });
  }

  /** Do something in one transaction, and wait until it is kept. */
  #do<T>(
    mode: IDBTransactionMode,
    names: string[],
    act: (of: (name: string) => IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    return new Promise((settle, fail) => {
      const transaction = this.database.transaction(names, mode);
      const request = act((name) => transaction.objectStore(name));
      transaction.addEventListener("complete", () => settle(request.result));
      transaction.addEventListener("abort", () => {
        const taken = transaction.error?.name === "ConstraintError";
        fail(taken ? new Conflict() : (transaction.error ?? new Error("the store has failed")));
      });
    });
  }
}

/** Change a game's header; a game that is gone meanwhile cannot be changed. */
function changed(
  store: IDBObjectStore,
  game: string,
  change: Partial<Header>,
): IDBRequest<unknown> {
  const found = store.get(game);
  found.addEventListener("success", () => {
    if (found.result) store.put({ ...(found.result as Header), ...change });
    else store.transaction.abort();
  });
  return found;
}

/** Keeps games as long as the page is open, where the browser keeps nothing. */
export class FleetingStore implements Store {
  readonly #headers = new Map<string, Header>();
  readonly #entries = new Map<string, Entry[]>();

  async headers(): Promise<unknown[]> {
    return [...this.#headers.values()];
  }

  async header(game: string): Promise<unknown> {
    return this.#headers.get(game);
  }

  async entries(game: string, after: number): Promise<unknown[]> {
    return (this.#entries.get(game) ?? []).slice(after);
  }

  async create(header: Header, entries: readonly Entry[]): Promise<void> {
    this.#headers.set(header.id, header);
    this.#entries.set(header.id, [...entries]);
  }

  async append(game: string, entries: readonly Entry[], card: unknown): Promise<void> {
    const kept = this.#entries.get(game);
    if (!kept) throw new Error("the game is gone");
    if (entries[0] && entries[0].seq !== kept.length + 1) throw new Conflict();
    kept.push(...entries);
    await this.change(game, { card });
  }

  async change(game: string, change: Partial<Header>): Promise<void> {
    const header = this.#headers.get(game);
    if (!header) throw new Error("the game is gone");
    this.#headers.set(game, { ...header, ...change });
  }

  async remove(game: string): Promise<void> {
    this.#headers.delete(game);
    this.#entries.delete(game);
  }
}
