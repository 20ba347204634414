/** Hands a core the file of each game that it plays, once. */

import type { Core, Known } from "../core/core";
import type { Rules } from "../generated/law";

/** Fetch the file of this name. */
export type FetchedFile = (name: string) => Promise<Uint8Array>;

/** A file and the rules that it fits, as the library carries it. */
export interface Carried {
  readonly name: string;
  readonly rules: Readonly<Record<string, unknown>>;
}

/** The name of the file that fits these rules; null without any. */
export function fitting(carried: readonly Carried[], rules: Rules): string | null {
  const found = carried.find(({ rules: known }) =>
    Object.entries(known).every(
      ([name, value]) => String(rules[name as keyof Rules]) === String(value),
    ),
  );
  return found?.name ?? null;
}

export class Handing {
  readonly #given = new Set<number>();

  constructor(
    /** What the files are called where one is damaged. */
    readonly what: string,
    readonly fetched: FetchedFile,
    /** Gives the file to the core; false where it does not fit. */
    readonly take: (core: Core, game: number, file: Uint8Array) => boolean,
  ) {}

  /** Without the file it goes on without, and asks for it again the next time. */
  async hand(core: Core, { number }: Known, name: string): Promise<void> {
    if (this.#given.has(number)) return;
    let file: Uint8Array;
    try {
      file = await this.fetched(name);
    } catch {
      // There is no network.
      return;
    }
    // Somebody else may have waited for it, too.
    if (this.#given.has(number)) return;
    this.#given.add(number);
    if (!this.take(core, number, file)) console.warn(`${name}: damaged ${this.what}`);
  }
}
