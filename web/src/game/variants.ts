/** The games that can be played: the known ones, and the house rules kept on this device. */

import { computed, signal } from "@preact/signals";
import { Geometry, type Notation } from "../board/geometry";
import cards from "../generated/variants.json";
import { store, storedList } from "../state/storage";
import type { Side } from "./source";

/** What drawing and naming a game takes. */
export interface Game {
  /** A key, or `house:NAME`. */
  readonly id: string;
  /** The key by which the catalogue chooses its words. */
  readonly key: string;
  readonly names: Readonly<Record<string, string>>;
  readonly width: number;
  readonly full: boolean;
  readonly mirrored: boolean;
  readonly first_square: "top-left" | "bottom-right";
  readonly notation: Notation;
  readonly first: Side;
  readonly crowning: string;
  readonly removal: string;
  /** Whether a capture that was left out can be huffed in this game. */
  readonly compulsory: boolean;
  /** Own moves in which to win after refusing a draw; 0: no such duty. */
  readonly duty: number;
  /** Decks of opening cards. */
  readonly decks: readonly string[];
  readonly start: string;
  /** What is special about it, as keys of `web.feature`. */
  readonly features: readonly string[];
  /** The whole record, for house rules; null for a known game. */
  readonly record: HouseRecord | null;
}

/** The record of a game as `crownhead variants --json` prints it. */
export interface HouseRecord {
  readonly key: string;
  readonly names: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly notation: Notation;
  readonly first_square: "top-left" | "bottom-right";
  readonly mirrored: boolean;
  readonly [other: string]: unknown;
}

export const KNOWN: readonly Game[] = cards.map(
  (card) => ({ ...card, id: card.key, record: null }) as unknown as Game,
);

const STORE = "crownhead.house";

const before = storedList(STORE) as readonly (HouseRecord | null)[];
const house = signal<readonly HouseRecord[]>(before.filter((each) => each?.rules) as HouseRecord[]);

export const houseGames = computed(() => house.value.map((record) => houseGame(record)));

/** Keep house rules on this device, in place of those of the same name. */
export function keepHouse(record: HouseRecord): Game {
  const game = houseGame(record);
  const others = house.value.filter((each) => houseGame(each).id !== game.id);
  house.value = [...others, record];
  store(STORE, house.value);
  return game;
}

export function forgetHouse(id: string): void {
  house.value = house.value.filter((each) => houseGame(each).id !== id);
  store(STORE, house.value);
}

/** What drawing a game takes, out of its record. */
export function houseGame(record: HouseRecord): Game {
  const { rules, names } = record;
  const board = String(rules["board"] ?? "8x8");
  const shape = {
    width: Number.parseInt(board, 10),
    full: board.endsWith("full"),
    mirrored: record.mirrored,
    first_square: record.first_square,
  };
  return {
    ...shape,
    id: `house:${names["en"] ?? names["de"] ?? ""}`,
    key: record.key,
    names,
    notation: record.notation,
    first: rules["first"] === "white" ? "white" : "black",
    crowning: String(rules["crowning"] ?? ""),
    removal: String(rules["removal"] ?? ""),
    compulsory: rules["compulsory"] !== false,
    duty: Number(rules["refusal_duty"] ?? 0),
    decks: [],
    features: [],
    start: startOf(new Geometry(shape), Number(rules["men_rows"]), Number(rules["rows_behind"])),
    record,
  };
}

function startOf(geometry: Geometry, rows: number, behind: number): string {
  const { width } = geometry.shape;
  return Array.from({ length: geometry.count }, (_, index) => {
    const [, row] = geometry.place(index + 1);
    if (row >= behind && row < behind + rows) return "w";
    return row < width - behind && row >= width - behind - rows ? "b" : "e";
  }).join("");
}

/** The game of an id; the first known game where there is none. */
export function gameOf(id: string): Game {
  return (
    KNOWN.find((game) => game.id === id) ??
    houseGames.value.find((game) => game.id === id) ??
    KNOWN.find((game) => game.id === "lite")!
  );
}

/** The game of a view: a key, with the record where it is house rules. */
export function gameOfView(key: string, record: unknown): Game {
  return record ? houseGame(record as HouseRecord) : gameOf(key);
}

const geometries = new Map<string, Geometry>();

export function geometryOf(game: Game): Geometry {
  const { width, full, mirrored, first_square } = game;
  const name = `${width}${full}${mirrored}${first_square}`;
  let found = geometries.get(name);
  if (!found) {
    found = new Geometry({ width, full, mirrored, first_square });
    geometries.set(name, found);
  }
  return found;
}
