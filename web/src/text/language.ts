/** Which language is spoken, and its texts once they are there. */

import { computed, effect, signal } from "@preact/signals";
import { preferences } from "../state/preferences";
import { Catalogue, type Entries, type Key, type Values } from "./catalogue";
import { addressOf, isSpoken, primaryOf, type Language } from "./languages";

export type { Key, Language };

const loaded = signal<Catalogue | null>(null);

/** What the user has chosen, else the first language of the browser that is spoken here. */
export const language = computed<Language>(
  () => [preferences.language.value, ...navigator.languages.map(primaryOf)].find(isSpoken) ?? "en",
);

/** The texts; null until they have come. */
export const catalogue = computed(() => loaded.value);

effect(() => {
  const wanted = language.value;
  document.documentElement.lang = wanted;
  // What the app is called, and can do, where it is installed.
  const manifest = wanted === "de" ? "/manifest.de.webmanifest" : "/manifest.webmanifest";
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", manifest);
  void fetch(addressOf(wanted)!)
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
