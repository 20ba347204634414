/** The texts of one language: plurals, lists, and the words of the game that is played. */

import type { Key } from "../generated/keys";

export type { Key };
export type Entries = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
export type Values = Readonly<Record<string, string | number>>;

export class Catalogue {
  readonly #plurals: Intl.PluralRules;
  readonly #games = new Map<string, Catalogue>();

  constructor(
    readonly language: string,
    readonly entries: Entries,
    /** The game whose words are used, such as König for a crowned piece in English draughts. */
    readonly variant = "",
  ) {
    this.#plurals = new Intl.PluralRules(language);
  }

  of(variant: string): Catalogue {
    if (variant === this.variant) return this;
    let found = this.#games.get(variant);
    if (!found) {
      found = new Catalogue(this.language, this.entries, variant);
      this.#games.set(variant, found);
    }
    return found;
  }

  has(key: string): key is Key {
    return key in this.entries;
  }

  /** The text of a key; where it has plural forms the value `n` chooses one. */
  text(key: Key, values: Values = {}): string {
    const entry = this.entries[key];
    if (entry === undefined) return key;
    const form = typeof entry === "string" ? entry : this.#form(entry, Number(values["n"] ?? 0));
    return form.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? this.#term(name) ?? `{${name}}`),
    );
  }

  /** The text of a key made at run time, or what stands in for it. */
  maybe(key: string, otherwise = "", values: Values = {}): string {
    return this.has(key) ? this.text(key, values) : otherwise;
  }

  /** Items as alternatives: `22`, `22 or 27`, `18, 22 or 27`. */
  either(items: readonly (string | number)[]): string {
    if (items.length < 2) return items.join("");
    const first = items.slice(0, -1).join(", ");
    return this.text("list.or", { first, last: items.at(-1)! });
  }

  /** Two forms are those of English, or of a language that counts alike. */
  #form(forms: Readonly<Record<string, string>>, n: number): string {
    const simple = Object.keys(forms).length === 2;
    const category = simple ? (n === 1 ? "one" : "other") : this.#plurals.select(n);
    return forms[category] ?? "";
  }

  #term(name: string): string | undefined {
    const word = this.entries[`term.${name}.${this.variant}`] ?? this.entries[`term.${name}`];
    return typeof word === "string" ? word : undefined;
  }
}
