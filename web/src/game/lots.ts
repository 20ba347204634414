/**
 * Checking a draw of lots: everything is computed again from what was revealed, and compared with
 * what this device was told before the draw (`crownhead.lots`; C5, E5). Nothing is believed that
 * can be computed.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Lot } from "../generated/messages";
import type { Witnessed } from "./commitments";
import type { Side } from "./source";

/** What a check found out; `unknown` where this device cannot tell. */
export type Finding = "good" | "bad" | "unknown";

/**
 * What is checked: that the seed is the one committed to, that the commitment is the one heard
 * before the draw, that the own contribution is in, that no other was changed or added, that the
 * lot follows from all of them, and that the game goes by it.
 */
export type About = "commitment" | "before" | "own" | "others" | "result" | "applied";

export interface Check {
  readonly about: About;
  readonly finding: Finding;
}

/** A card of a deck as a lot can name it. */
export interface DeckCard {
  readonly code: string;
  readonly moves: readonly string[];
}

/** What the game made of the lots. */
export interface Applied {
  /** The names of the players; null where a seat is not given yet. */
  readonly white: string | null;
  readonly black: string | null;
  /** The names of those who have the seats, in their order. */
  readonly names: readonly string[];
  /** The sides that are played here, and the seats: no others than were told before the draw. */
  readonly you: readonly Side[];
  readonly seats: readonly number[];
  readonly card: DeckCard | null;
  /** How many people play, each of whom may contribute one line. */
  readonly people: number;
}

const RANGE = 2 ** 32;
const SEED = /^[0-9a-f]{64}$/;

// Not the browser's own hash: that is lent to secure pages only, and a page in a home network is none.
function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The text whose hash is the commitment; it holds the seed. */
export function textOf({ header, lots, seed }: Pick<Lot, "header" | "lots" | "seed">): string {
  const lines = ["crownhead draw 1", ...header, `lots ${lots}`, `seed ${seed}`];
  return lines.map((line) => `${line}\n`).join("");
}

export function commitmentOf(lot: Pick<Lot, "header" | "lots" | "seed">): string {
  return hash(textOf(lot));
}

/** The number of the lot, from 1 to `lots`, that follows from the seed and the contributions. */
export function lotOf(lot: Pick<Lot, "header" | "lots" | "seed" | "contributions">): number {
  const { lots, contributions } = lot;
  const text = textOf(lot) + contributions.map((line) => `contribution ${line}\n`).join("");
  const limit = RANGE - (RANGE % lots);
  for (let round = 0; ; round += 1) {
    const number = Number.parseInt(hash(`${text}round ${round}\n`).slice(0, 8), 16);
    if (number < limit) return (number % lots) + 1;
  }
}

/** A name as a line of a header: one line that is seen, and never empty. */
export function lineOf(name: string): string {
  return name.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim() || "1";
}

/** The sides that a toss gives the seats, in their order. */
export function sidesOf(lot: Lot): readonly [Side, Side] {
  return lotOf(lot) === 1 ? ["black", "white"] : ["white", "black"];
}

/** The names between which a toss of before was; now it is between seats, and there are none. */
export function namesIn(header: readonly string[]): readonly string[] {
  return header.slice(1).map((line) => line.slice(2));
}

/** Whether the lot describes a drawing that the recipe knows, so that it can be computed at all. */
function isSound({ kind, header, lots, seed }: Lot, cards: readonly DeckCard[]): boolean {
  if (!SEED.test(seed) || !Number.isInteger(lots) || lots < 1 || lots > RANGE) return false;
  if (kind === "card") return header.length === 1 && lots === cards.length;
  const [one, two] = namesIn(header);
  const text = header.join("\n");
  const named = text === `toss\n1 ${one}\n2 ${two}` && one !== two;
  return lots === 2 && (text === "toss" || named);
}

/** What follows from the seed: a card's code, or which seat has Black; "" where nothing does. */
export function resultOf(lot: Lot, cards: readonly DeckCard[]): string {
  if (!isSound(lot, cards)) return "";
  const number = lotOf(lot);
  if (lot.kind === "card") return cards[number - 1]?.code ?? "";
  return namesIn(lot.header)[number - 1] ?? String(number);
}

/** Check a drawn lot; `witnessed` is what was heard of it before the draw. */
export function checksOf(
  lot: Lot,
  witnessed: Witnessed | null,
  applied: Applied,
  cards: readonly DeckCard[],
): readonly Check[] {
  const found = (about: About, finding: Finding): Check => ({ about, finding });
  const is = (good: boolean): Finding => (good ? "good" : "bad");
  const sound = isSound(lot, cards);
  return [
    found("commitment", is(sound && commitmentOf(lot) === lot.commitment)),
    found("before", before(lot, witnessed)),
    found("own", own(lot, witnessed)),
    found("others", others(lot, witnessed, applied.people)),
    found("result", is(sound && resultOf(lot, cards) === lot.result)),
    found("applied", is(sound && isApplied(lot, applied, cards))),
  ];
}

function before(lot: Lot, witnessed: Witnessed | null): Finding {
  if (!witnessed) return "unknown";
  const same = witnessed.header.join("\n") === lot.header.join("\n");
  return same && witnessed.lots === lot.lots && witnessed.commitment === lot.commitment
    ? "good"
    : "bad";
}

function own({ contributions }: Lot, witnessed: Witnessed | null): Finding {
  if (!witnessed?.own) return "unknown";
  return contributions.filter((line) => line === witnessed.own).length === 1 ? "good" : "bad";
}

function others(lot: Lot, witnessed: Witnessed | null, people: number): Finding {
  if (lot.contributions.length > people) return "bad";
  if (!witnessed) return "unknown";
  const kept = witnessed.contributions.every((line, at) => lot.contributions[at] === line);
  return kept ? "good" : "bad";
}

function isApplied(lot: Lot, applied: Applied, cards: readonly DeckCard[]): boolean {
  if (lot.kind === "card") {
    const lots = resultOf(lot, cards);
    const card = cards.find(({ code }) => code === lots);
    return applied.card?.code === lots && card?.moves.join(" ") === applied.card.moves.join(" ");
  }
  const sides = sidesOf(lot);
  const { white, black, you, seats } = applied;
  // What the source says of the sides must be what follows, too.
  const said = lot.sides?.length ? lot.sides : sides;
  const [own, second] = seats;
  const mine = you.length !== 1 || !own || second || you[0] === sides[own - 1];
  const drawn = namesIn(lot.header);
  const names = drawn.length > 0 ? drawn : applied.names;
  const [first, other] = sides[0] === "white" ? [white, black] : [black, white];
  // Names are not unique, and those of guests who left are not kept: swapped they must not be.
  const swapped = names[0] !== names[1] && first === names[1] && other === names[0];
  return Boolean(said.join() === sides.join() && mine && !swapped && white && black);
}

/** Whether nothing was wrong, and what this device could not see for itself. */
export function verdictOf(checks: readonly Check[]): Finding {
  if (checks.some(({ finding }) => finding === "bad")) return "bad";
  return checks.some(({ finding }) => finding === "unknown") ? "unknown" : "good";
}
