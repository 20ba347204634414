/** Which language is spoken, and its texts once they are there. */

import { computed, effect, signal } from "@preact/signals";
import german from "../generated/locales/de.json?url";
import english from "../generated/locales/en.json?url";
import { preferences } from "../state/preferences";
import { Catalogue, type Entries, type Key, type Values } from "./catalogue";

export type { Key };
export type Language = "de" | "en";

const ADDRESSES: Readonly<Record<Language, string>> = { de: german, en: english };
const loaded = signal<Catalogue | null>(null);

function preferredLanguage(): Language {
  const wanted = preferences.language.value;
  if (wanted) return wanted;
  return navigator.languages.some((each) => each.startsWith("de")) &&
    !navigator.languages[0]?.startsWith("en")
    ? "de"
    : "en";
}

export const language = computed<Language>(preferredLanguage);

/** The texts; null until they have come. */
export const catalogue = computed(() => loaded.value);

effect(() => {
  const wanted = language.value;
  document.documentElement.lang = wanted;
  // What the app is called, and can do, where it is installed.
  const manifest = wanted === "de" ? "/manifest.de.webmanifest" : "/manifest.webmanifest";
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", manifest);
  void fetch(ADDRESSES[wanted])
    .then((answer) => answer.json() as Promise<Entries>)
    .then((entries) => {
      if (language.peek() === wanted) loaded.value = new Catalogue(wanted, entries);
    });
});

/** The text of a key in the language of the page. */
export function t(key: Key, values?: Values): string {
  return loaded.value?.text(key, values) ?? "";
}

/** The texts with the words of a game. */
export function words(variant: string): Catalogue {
  return (loaded.value ?? new Catalogue("en", {})).of(variant);
}
