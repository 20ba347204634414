/** What this device remembers of its user. */

import { effect, signal, type Signal } from "@preact/signals";
import type { Coordinates } from "../board/ground";
import { FAMILIES, type Family } from "../board/pieces";
import { THEMES, type Theme } from "../board/themes";
import type { AutoPlay } from "../input/state";
import { store, storedRecord } from "./storage";

export type Scheme = "auto" | "light" | "dark" | "contrast";
export type Size = "full" | "medium" | "small";
export type Speed = "off" | "fast" | "normal" | "slow";
export type Help = "off" | "rings" | "words";

const STORE = "crownhead";

const before = storedRecord(STORE);

function kept<T>(name: string, otherwise: T, allowed?: readonly T[]): Signal<T> {
  const value = before[name] as T;
  const fits = allowed ? allowed.includes(value) : typeof value === typeof otherwise;
  return signal(fits ? value : otherwise);
}

/** The game that somebody expects who has not chosen any, by the language of the browser. */
function firstGame(): string {
  const [language = ""] = navigator.languages;
  if (/^(nl|fr)/.test(language)) return "international";
  if (language.startsWith("ru")) return "russian";
  return language.startsWith("en") ? "english" : "lite";
}

export const preferences = {
  language: kept("language", ""),
  scheme: kept<Scheme>("scheme", "auto", ["auto", "light", "dark", "contrast"]),
  theme: kept<Theme>("theme", "wood", THEMES),
  coordinates: kept<Coordinates>("coordinates", "squares", ["none", "squares", "edge"]),
  pieces: kept<Family>("pieces", "discs", FAMILIES),
  /** How much of a large window boards fill. */
  size: kept<Size>("size", "full", ["full", "medium", "small"]),
  /** How fast pieces move. */
  speed: kept<Speed>("speed", "normal", ["off", "fast", "normal", "slow"]),
  sound: kept("sound", true),
  /** How loud sounds are, of 100. */
  volume: kept("volume", 100),
  vibration: kept("vibration", false),
  help: kept<Help>("help", "words", ["off", "rings", "words"]),
  auto: kept<AutoPlay>("auto", "off", ["off", "captures", "always"]),
  turning: kept("turning", false),
  /** Whether the coach warns before a blunder against the computer; by itself at low levels. */
  coach: kept<"auto" | "on" | "off">("coach", before["warning"] === true ? "on" : "auto", [
    "auto",
    "on",
    "off",
  ]),
  /** Whether captures that the other left out are to be noticed, and not told (E20). */
  noticing: kept("noticing", false),
  /** Whether a child plays: larger letters and targets, help in words, no ratings. */
  child: kept("child", false),
  /** How the server calls the user. */
  name: kept("name", ""),
  /** Whether the user has signed in at the server. */
  account: kept("account", false),
  /** The game that is chosen: a key, or `house:NAME`. */
  game: kept("game", firstGame()),
  level: kept("level", 3),
  /** Whether the level follows from the results; it begins at the one that was chosen. */
  adapts: kept("adapts", false),
  side: kept<"first" | "white" | "black" | "toss">("side", "first", [
    "first",
    "white",
    "black",
    "toss",
  ]),
  time: kept("time", ""),
  /** How games are wanted against each kind of rival; see `wishes.ts`. */
  wishes: kept<Readonly<Record<string, unknown>>>("wishes", {}),
  /** Whether there was a game to go on with when the games were listed last. */
  running: kept("running", false),
  /** Whether the question of the first visit was answered, or put aside. */
  welcomed: kept("welcomed", false),
  /** How often each of the other screens was asked for from the first one. */
  uses: kept<Readonly<Record<string, number>>>("uses", {}),
  /** How a friend plays along. */
  friend: kept<"device" | "link">("friend", "device", ["device", "link"]),
};

effect(() => {
  const values = Object.entries(preferences).map(([name, each]) => [name, each.value] as const);
  store(STORE, Object.fromEntries(values));
});
