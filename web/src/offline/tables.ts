/** The tables that are open in this worker, each as it is kept. */

import type { Core } from "../core/core";
import { hasDecks, type Card, type Library } from "../core/decks";
import { RulesError } from "../core/errors";
import type { Presence } from "./presence";
import { isRecord } from "../core/rules";
import type { Header, Store } from "./store";
import { variantIn } from "../core/setup";
import { cardOf, Table, TableRefuses, type Entry } from "./table";
import { readTerms, writtenTerms, type Terms } from "./terms";

const MOST_OPEN = 8;

/** A kept game that cannot be read any more. */
export class Damaged extends Error {}

export class Tables {
  readonly #open = new Map<string, Table>();
  /** Games that were opened or begun in this worker. */
  readonly #met = new Set<string>();

  constructor(
    readonly core: Core,
    readonly store: Store,
    readonly presence: Presence,
    readonly now: () => number,
    readonly library: Library,
  ) {}

  /** The cards that a game with these terms is begun with. */
  async cardsFor({ deck, setup }: Terms): Promise<readonly Card[]> {
    return deck === null ? [] : this.library(variantIn(setup).key);
  }

  /** The cards among which is the one that a game may have begun with. */
  async cardsAbout({ game, cards }: Table): Promise<readonly Card[]> {
    const { start } = game.setup;
    const usual = !hasDecks(game.variant.key) || start.same(start.ruleset.initial());
    return cards.length > 0 || usual ? cards : this.library(game.variant.key);
  }

  /** A table as it is kept now; throws `TableRefuses` without one, or `Damaged`. */
  async open(game: string): Promise<Table> {
    const known = this.#open.get(game);
    if (known) {
      this.#open.delete(game);
      this.#open.set(game, known);
      const later = await this.store.entries(game, known.seq);
      if (later.length > 0) known.load(later);
      return known;
    }
    const header = await this.store.header(game);
    if (header === undefined) throw new TableRefuses("unknown_game");
    const table = await this.#read(header, await this.store.entries(game, 0));
    this.#open.set(game, table);
    for (const name of this.#open.keys()) {
      if (this.#open.size > MOST_OPEN) this.#open.delete(name);
    }
    if (!this.#met.has(game)) {
      this.#met.add(game);
      // Nobody was there since the page was left: the clock stood.
      if (await this.presence.alone(game)) table.hold(Math.max(this.now(), table.lastAt));
      await this.keep(table);
    }
    return table;
  }

  async create(table: Table): Promise<void> {
    const { id, created, terms, fresh } = table;
    const none = { handed: null, declined: null };
    const header = { id, created, terms: writtenTerms(terms), card: cardOf(table), ...none };
    await this.store.create(header, fresh);
    table.fresh = [];
    this.#met.add(id);
    this.#open.set(id, table);
  }

  /**
   * Keep what is fresh, and return it. Where that fails the table is forgotten, to be read again
   * as it is kept; rejects with `Conflict` where another tab was faster.
   */
  async keep(table: Table): Promise<readonly Entry[]> {
    const { fresh } = table;
    if (fresh.length === 0) return [];
    try {
      await this.store.append(table.id, fresh, cardOf(table));
    } catch (error) {
      this.#open.delete(table.id);
      throw error;
    }
    table.fresh = [];
    return fresh;
  }

  /** Whether a game still happens here, and not at a server. */
  async stays(game: string): Promise<boolean> {
    const header = await this.store.header(game);
    return isHeader(header) && header.handed === null;
  }

  forget(game: string): void {
    this.#open.delete(game);
  }

  async #read(header: unknown, entries: readonly unknown[]): Promise<Table> {
    const { id, created, terms } = sound(() => {
      if (!isHeader(header)) throw new RulesError("InvalidRecord", "its header cannot be read");
      return { ...header, terms: readTerms(this.core, header.terms) };
    });
    const cards = await this.cardsFor(terms);
    return sound(() => {
      const table = new Table(id, terms, created, cards);
      table.load(entries);
      if (table.seats.length !== 2) throw new RulesError("InvalidRecord", "a seat is missing");
      return table;
    });
  }
}

/** What is read from a kept game; throws `Damaged` where that fails. */
function sound<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Damaged(error instanceof Error ? error.message : String(error));
  }
}

export function isHeader(header: unknown): header is Header {
  return (
    isRecord(header) && typeof header["id"] === "string" && typeof header["created"] === "number"
  );
}
