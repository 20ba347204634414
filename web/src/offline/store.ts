/** Where the games of this device are kept. What is read back is looked at like a stranger's. */

import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { STORE } from "./messages";
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

const VERSION = 1;
const GAMES = "games";
const ENTRIES = "entries";

interface Stored {
  readonly game: string;
  readonly seq: number;
  readonly entry: Entry;
}

const stored = (game: string, entry: Entry): Stored => ({ game, seq: entry.seq, entry });

interface Shape extends DBSchema {
  readonly [GAMES]: { readonly key: string; readonly value: Header };
  readonly [ENTRIES]: { readonly key: [game: string, seq: number]; readonly value: Stored };
}

type Stores = (typeof GAMES | typeof ENTRIES)[];
type Writing = IDBPTransaction<Shape, Stores, "readwrite">;

export class IndexedStore implements Store {
  private constructor(readonly database: IDBPDatabase<Shape>) {}

  static async open(): Promise<IndexedStore> {
    const database = await new Promise<IDBPDatabase<Shape>>((settle, fail) => {
      openDB<Shape>(STORE, VERSION, {
        upgrade: (opened) => {
          opened.createObjectStore(GAMES, { keyPath: "id" });
          opened.createObjectStore(ENTRIES, { keyPath: ["game", "seq"] });
        },
        blocked: () => fail(new Error("the store is blocked")),
        // A newer page in another tab changes the shape of the store: let it.
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      }).then(settle, fail);
    });
    return new IndexedStore(database);
  }

  headers(): Promise<unknown[]> {
    return this.database.getAll(GAMES);
  }

  header(game: string): Promise<unknown> {
    return this.database.get(GAMES, game);
  }

  async entries(game: string, after: number): Promise<unknown[]> {
    const found = await this.database.getAll(ENTRIES, range(game, after, true));
    return found.map(({ entry }) => entry);
  }

  create(header: Header, entries: readonly Entry[]): Promise<void> {
    return this.#write((writing) => [
      writing.objectStore(GAMES).add(header),
      ...addEntries(writing, header.id, entries),
    ]);
  }

  append(game: string, entries: readonly Entry[], card: unknown): Promise<void> {
    return this.#write((writing) => [
      ...addEntries(writing, game, entries),
      changeHeader(writing, game, { card }),
    ]);
  }

  change(game: string, change: Partial<Header>): Promise<void> {
    return this.#write((writing) => [changeHeader(writing, game, change)]);
  }

  remove(game: string): Promise<void> {
    return this.#write((writing) => [
      writing.objectStore(ENTRIES).delete(range(game, 0, false)),
      writing.objectStore(GAMES).delete(game),
    ]);
  }

  /** Do something in one transaction, and wait until it is kept. */
  async #write(act: (writing: Writing) => Promise<unknown>[]): Promise<void> {
    const writing = this.database.transaction([GAMES, ENTRIES], "readwrite");
    try {
      await Promise.all([...act(writing), writing.done]);
    } catch (error) {
      throw (error as DOMException | null)?.name === "ConstraintError" ? new Conflict() : error;
    }
  }
}

/** The keys of a game's entries from a number on, or after it. */
function range(game: string, from: number, after: boolean): IDBKeyRange {
  return IDBKeyRange.bound([game, from], [game, Number.MAX_SAFE_INTEGER], after);
}

function addEntries(writing: Writing, game: string, entries: readonly Entry[]): Promise<unknown>[] {
  return entries.map((entry) => writing.objectStore(ENTRIES).add(stored(game, entry)));
}

/** Change a game's header; a game that is gone meanwhile cannot be changed. */
async function changeHeader(
  writing: Writing,
  game: string,
  change: Partial<Header>,
): Promise<void> {
  const games = writing.objectStore(GAMES);
  const header = await games.get(game);
  if (header) await games.put({ ...header, ...change });
  else writing.abort();
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
