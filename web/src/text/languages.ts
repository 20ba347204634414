/** The languages that are spoken here: those that have texts. */

import type spoken from "../generated/languages.json";

export type Language = keyof typeof spoken;

const ADDRESSES = import.meta.glob<string>("../generated/locales/??.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Where the texts of a language are; undefined where it is not spoken. */
export function addressOf(language: string): string | undefined {
  return ADDRESSES[`../generated/locales/${language}.json`];
}

export function isSpoken(language: string): language is Language {
  return addressOf(language) !== undefined;
}

/** The language of a tag such as `nl-BE`. */
export function primaryOf(tag: string): string {
  return tag.split("-")[0]!.toLowerCase();
}

/** Names in English, and in the languages in which they are others. */
export type Names = Readonly<Partial<Record<Language, string>>> & { readonly en: string };

export function nameIn(names: Names, language: Language): string {
  return names[language] ?? names.en;
}
