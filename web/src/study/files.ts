/**
 * Files of games, read by the core: which game each one is, what can be played of it, and what is
 * wrong.
 */

import facts from "../generated/offline.json";
import type { Core } from "../core/core";
import type { Excerpt, Fault, FaultCode, Item, Replayed, Winner } from "../core/files";
import { Ruleset, type Position } from "../core/position";
import { isKnown, KNOWN, variantOf, type Variant } from "../core/rules";
import { Explorer, type Explored } from "./explorer";

/** One game of a file, as its list shows it. */
export interface Listed {
  readonly place: number;
  readonly tags: Readonly<Record<string, string>>;
  /** The key of the game, or of house rules; empty where it is not known. */
  readonly game: string;
  readonly result: string;
  /** Who won by the result; null where that is not known. */
  readonly winner: Winner | null;
  readonly moves: number;
  /** All that is wrong in it. */
  readonly faults: readonly Fault[];
}

/** One game, as far as it could be read. */
export interface Opened {
  readonly variant: Variant;
  readonly fen: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly items: readonly Item[];
  readonly faults: readonly Fault[];
}

const YES = new Set(["1", "true", "yes", "on"]);
/** So many moves must fit a game that is taken in place of the one that is stated. */
const ENOUGH = 4;
const UTF8 = new TextDecoder();

interface Try {
  readonly variant: Variant;
  readonly start: Position;
  readonly replay: Replayed;
  readonly huffing: boolean;
  /** The positions it runs through, by their keys. */
  readonly trail: BigUint64Array;
  /** What its moves cost, where it carries evaluations. */
  readonly losses: readonly (number | null)[];
}

/** Where a game stands in the file, and what it was read as there. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly variant: Variant | null;
  readonly faults: readonly Fault[];
}

export class Library {
  readonly #rulesets = new Map<Variant, Ruleset>();
  readonly #explorers = new Map<string, Explorer>();
  readonly #places: Place[] = [];
  #bytes: Uint8Array = new Uint8Array();
  #previous: Variant | null = null;

  constructor(readonly core: Core) {
    core.files.guessBy(KNOWN.flatMap(({ key }) => MARKS[key]!));
  }

  /** Read a whole file; what is no game is left out. */
  read(bytes: Uint8Array): Listed[] {
    this.#bytes = this.core.files.decode(bytes);
    this.#places.length = 0;
    this.#explorers.clear();
    const found: Listed[] = [];
    for (const excerpt of this.core.files.games(this.#bytes)) {
      const { body, looks } = excerpt;
      if (body === 0 && !looks.first && !looks.result) continue;
      found.push(this.#listed(excerpt, found.length));
    }
    return found;
  }

  /** One game of the file that was read, whole; null where nothing of it can be played. */
  open(place: number): Opened | null {
    const { from, to, variant, faults } = this.#places[place]!;
    if (!variant) return null;
    for (const excerpt of this.core.files.games(this.#bytes.subarray(from, to))) {
      const tags = Object.fromEntries(excerpt.tags);
      const { start, huffing } = this.#replayed(tags, variant)!;
      const replay = this.core.files.replay(start.ruleset.number, start.bytes, huffing, true);
      // A result that stands behind the moves alone is one, too.
      if (replay.result) tags["Result"] ||= replay.result;
      return { variant, fen: start.full, tags, items: replay.items, faults };
    }
    return null;
  }

  /** What was played in a position of a game, in all games of the file. */
  explore(variant: string, key: string, within: Uint8Array | null = null): Explored {
    const explorer = this.#explorers.get(variant);
    return explorer?.at(key, within) ?? { games: 0, branches: [], places: [] };
  }

  /** Games as they stand in the file, in its order. */
  textOf(places: readonly number[]): string {
    const texts = places.map((place) => {
      const { from, to } = this.#places[place]!;
      return UTF8.decode(this.#bytes.subarray(from, to)).trim();
    });
    return texts.map((text) => `${text}\n\n`).join("");
  }

  #listed(excerpt: Excerpt, place: number): Listed {
    const tags = Object.fromEntries(excerpt.tags);
    const found = this.#tried(excerpt, tags);
    const result = tags["Result"] ?? excerpt.looks.result;
    const winner = this.core.files.winner(result);
    if (found) this.#explorer(found.variant).add(found.trail, place, winner, found.losses);
    const faults = this.#faults(excerpt, tags, found);
    const { offset: from, size } = excerpt;
    this.#places.push({ from, to: from + size, variant: found?.variant ?? null, faults });
    return {
      place,
      tags,
      game: found?.variant.key ?? "",
      result,
      winner,
      moves: found?.replay.plies ?? 0,
      faults,
    };
  }

  /** All that is wrong in a game, in its order. */
  #faults(
    excerpt: Excerpt,
    tags: Readonly<Record<string, string>>,
    found: Try | null,
  ): readonly Fault[] {
    const faults = [...excerpt.faults];
    const at = (name: string, code: FaultCode, text = ""): void => {
      faults.push({ ...this.#placeOf(excerpt, name), code, text });
    };
    const { GameType: type = "", Variant: name = "", Result: result = "" } = tags;
    if (!found) at(type ? "GameType" : "", "unknown_game");
    else {
      faults.push(...found.replay.faults);
      const behind = found.replay.result;
      if (!tags["ResultFormat"] && this.core.files.contradict(result, behind)) {
        at("Result", "other_result", `${result} / ${behind}`);
      }
      const stated = statedIn(this.core, tags);
      if (stated && stated !== "unknown" && stated !== found.variant) {
        at(type ? "GameType" : "Variant", "other_game", type || name);
      }
    }
    return faults.sort((one, two) => one.line - two.line || one.column - two.column);
  }

  /** Line and column of a tag; those of the game where it has none of this name. */
  #placeOf({ offset, body, line }: Excerpt, name: string): { line: number; column: number } {
    const head = UTF8.decode(this.#bytes.subarray(offset, offset + body));
    const at = name ? head.search(new RegExp(`\\[[ \\t]*${name}\\b`, "i")) : -1;
    if (at < 0) return { line, column: 1 };
    const before = head.slice(0, at).split(/\r\n|\r|\n/);
    return { line: line + before.length - 1, column: before.at(-1)!.length + 1 };
  }

  /** The game as the variant plays it that it belongs to. */
  #tried(excerpt: Excerpt, tags: Readonly<Record<string, string>>): Try | null {
    const stated = statedIn(this.core, tags);
    if (stated === "unknown") return null;
    let best = stated && this.#replayed(tags, stated);
    const doubted = best !== null && best.replay.misfits && !("Rules" in tags);
    if (!stated || doubted) {
      for (const variant of this.#candidates(excerpt, tags["FEN"] ?? "")) {
        const other = this.#replayed(tags, variant);
        if (!other) continue;
        if (other.replay.fits && (!stated || other.replay.plies >= ENOUGH)) {
          best = other;
          break;
        }
        if (!stated && other.replay.plies > (best?.replay.plies ?? -1)) best = other;
      }
    }
    if (best) this.#previous = best.variant;
    return best;
  }

  /** The games that the one at hand may be, the likeliest first. */
  #candidates({ looks }: Excerpt, fen: string): readonly Variant[] {
    const previous = this.#previous;
    if (!looks.first && !fen && previous) return [previous];
    const before = previous ? KNOWN.indexOf(previous) : -1;
    const found = this.core.files.candidates(fen, before).map((place) => KNOWN[place]!);
    return looks.first || fen ? found : found.slice(0, 1);
  }

  #explorer(variant: Variant): Explorer {
    const name = nameOf(variant);
    const found = this.#explorers.get(name) ?? new Explorer();
    this.#explorers.set(name, found);
    return found;
  }

  #replayed(tags: Readonly<Record<string, string>>, variant: Variant): Try | null {
    const start = this.#start(tags["FEN"] ?? "", variant);
    if (!start) return null;
    const huffing = huffingIn(tags, variant);
    const replay = this.core.files.replay(start.ruleset.number, start.bytes, huffing, false);
    const { files } = this.core;
    return { variant, start, replay, huffing, trail: files.trail(), losses: files.losses() };
  }

  #start(fen: string, variant: Variant): Position | null {
    try {
      let ruleset = this.#rulesets.get(variant);
      if (!ruleset) {
        ruleset = new Ruleset(this.core, variant);
        this.#rulesets.set(variant, ruleset);
      }
      return fen ? ruleset.read(fen) : ruleset.initial();
    } catch {
      return null;
    }
  }
}

/** Whether captures may be left out and huffed, as a game's tags say, or else its rules. */
export function huffingIn(tags: Readonly<Record<string, string>>, { rules }: Variant): boolean {
  const wanted = tags["Huffing"]?.toLowerCase();
  return wanted ? YES.has(wanted) : rules.huffing;
}

/** What tells a game from all others: house rules may have any key. */
export function nameOf(variant: Variant): string {
  return isKnown(variant) ? variant.key : JSON.stringify(variant.rules);
}

/** The game that the tags state; null where they state none, "unknown" where it is not played. */
function statedIn(core: Core, tags: Readonly<Record<string, string>>): Variant | "unknown" | null {
  const { GameType: type = "", Variant: name = "", Rules: rules = "" } = tags;
  if (rules.startsWith("{")) {
    try {
      return variantOf(core, JSON.parse(rules));
    } catch {
      return "unknown";
    }
  }
  const named = byName(name);
  const number = Number(/^\d{1,6}(?=\s*(,|$))/.exec(type)?.[0] ?? Number.NaN);
  if (Number.isNaN(number)) return byName(type) ?? named;
  if (named && agrees(named, number)) return named;
  return BY_NUMBER.get(number) ?? "unknown";
}

const MARKS = facts.guessed as Readonly<Record<string, readonly number[]>>;
const TAGS = facts.pdn as Readonly<Record<string, Readonly<Record<string, string>>>>;

function numberOf({ gametype }: Variant): number {
  return Number(gametype.split(",")[0]);
}

/** The games by their numbers; those that share one with another are found by name only. */
const BY_NUMBER = new Map(
  KNOWN.filter(({ key }) => TAGS[key] && !("Variant" in TAGS[key])).map((each) => [
    numberOf(each),
    each,
  ]),
);

/** Whether a game may stand under this number: programs file it under the closest one's, too. */
function agrees(variant: Variant, number: number): boolean {
  const own = numberOf(variant);
  return own === number || (own >= 90 && BY_NUMBER.has(number));
}

function byName(text: string): Variant | null {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  return (
    KNOWN.find(({ key, names }) =>
      [key, ...Object.values(names)].some((name) => name.toLowerCase() === wanted),
    ) ?? null
  );
}
