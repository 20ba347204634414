/** Which screen is shown: the fragment of the address, which no request carries. */

import { signal } from "@preact/signals";

export type Route =
  | { readonly screen: "home" }
  /** `id` is empty where the address cannot be that of a game. */
  | { readonly screen: "game"; readonly id: string }
  | { readonly screen: "join"; readonly code: string }
  | { readonly screen: "lobby" }
  | { readonly screen: "watch" }
  | { readonly screen: "friends" }
  | { readonly screen: "moderation" }
  | { readonly screen: "rules"; readonly page: string }
  | { readonly screen: "editor"; readonly game: string; readonly fen: string }
  /** House rules in full, or in short with their name beside. */
  | { readonly screen: "house"; readonly record: string; readonly name: string }
  | { readonly screen: "analysis"; readonly parts: readonly string[] }
  | { readonly screen: "learn" }
  | { readonly screen: "courses"; readonly course: string; readonly step: number }
  | { readonly screen: "puzzles"; readonly game: string; readonly mode: string }
  /** `pass` is what another device has shown. */
  | { readonly screen: "account"; readonly pass: string }
  | { readonly screen: "player"; readonly name: string }
  | { readonly screen: "ratings"; readonly game: string; readonly tempo: string }
  /** `page` is a part of the event's page, `code` one by which it is entered. */
  | {
      readonly screen: "events";
      readonly event: string;
      readonly page: string;
      readonly code: string;
    }
  | { readonly screen: "settings" };

const GAME_ID = /^[A-Za-z0-9]{1,32}$/;

function read(): Route {
  const parts = location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .map((part) => decode(part));
  const [name = "", first = "", second = ""] = parts;
  switch (name) {
    case "g":
      return { screen: "game", id: GAME_ID.test(first) ? first : "" };
    case "j":
      return { screen: "join", code: first };
    case "rules":
      return { screen: "rules", page: first };
    case "edit":
      return { screen: "editor", game: first, fen: second };
    case "house":
      return { screen: "house", record: first, name: second };
    case "analysis":
      return { screen: "analysis", parts: parts.slice(1) };
    case "courses":
      return { screen: "courses", course: first, step: Number.parseInt(second, 10) || 1 };
    case "puzzles":
      return { screen: "puzzles", game: first, mode: second };
    case "player":
      return { screen: "player", name: first };
    case "ratings":
      return { screen: "ratings", game: first, tempo: second };
    case "events":
      return { screen: "events", event: first, page: second, code: parts[3] ?? "" };
    case "account":
      return { screen: "account", pass: first };
    case "friends":
    case "learn":
    case "lobby":
    case "moderation":
    case "settings":
    case "watch":
      return { screen: name };
    default:
      return { screen: "home" };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(read());

addEventListener("hashchange", () => (route.value = read()));

/** Go to a screen: `go("g", id)`. `replace` leaves no way back to the present one. */
export function go(...parts: readonly string[]): void {
  location.hash = href(...parts);
}

export function replace(...parts: readonly string[]): void {
  location.replace(href(...parts));
}

export function href(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}
