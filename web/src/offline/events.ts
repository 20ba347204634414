/** What happens in a game: the closed set of events, as the library writes them in records. */

import { RulesError } from "./errors";
import { isRecord, type Side } from "./rules";

interface Timed {
  readonly at?: number;
}
interface Plain<K extends string> extends Timed {
  readonly kind: K;
  readonly by: Side;
}

export interface Played extends Plain<"played"> {
  readonly move: string;
  readonly faulty?: boolean;
  readonly lag?: number;
}
export interface DrawClaimed extends Plain<"draw_claimed"> {
  readonly move?: string | null;
}
export interface Huffed extends Plain<"huffed"> {
  readonly square: number;
}
export interface TakebackRequested extends Plain<"takeback_requested"> {
  readonly plies: number;
}
export interface Adjudicated extends Timed {
  readonly kind: "adjudicated";
  readonly side: Side;
  readonly advantage: boolean;
  readonly reason?: string;
}
export interface Awarded extends Timed {
  readonly kind: "awarded";
  readonly winner: Side | null;
  readonly reason?: string;
  readonly forfeit?: boolean;
}
export interface TimeForfeited extends Timed {
  readonly kind: "time_forfeited";
  readonly side: Side;
}
export interface Paused extends Timed {
  readonly kind: "paused";
}
export interface Resumed extends Timed {
  readonly kind: "resumed";
}
export type Offering = Plain<"draw_offered" | "draw_accepted" | "draw_declined" | "draw_withdrawn">;
export type FaultAnswer = Huffed | Plain<"compelled"> | Plain<"stood">;
export type Asking = TakebackRequested | Plain<"takeback_accepted"> | Plain<"takeback_declined">;
export type Timing = TimeForfeited | Paused | Resumed;

export type GameEvent =
  | Played
  | Offering
  | DrawClaimed
  | FaultAnswer
  | Asking
  | Plain<"resigned">
  | Adjudicated
  | Awarded
  | Timing;

const MAX_TEXT = 300;
const MAX_INT = 2 ** 53;

type Check = (value: unknown) => boolean;
const side: Check = (value) => value === "white" || value === "black";
const text: Check = (value) =>
  typeof value === "string" && value.length <= MAX_TEXT && !/[\uD800-\uDFFF]/u.test(value);
const whole: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INT;
const flag: Check = (value) => typeof value === "boolean";
const or =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** The fields of each kind; a default stands beside those that can be left out. */
const FIELDS: Readonly<
  Record<GameEvent["kind"], Readonly<Record<string, readonly [Check, unknown?]>>>
> = {
  played: { by: [side], move: [text], faulty: [flag, false], lag: [whole, 0] },
  draw_offered: { by: [side] },
  draw_accepted: { by: [side] },
  draw_declined: { by: [side] },
  draw_withdrawn: { by: [side] },
  draw_claimed: { by: [side], move: [or(text), null] },
  huffed: { by: [side], square: [whole] },
  compelled: { by: [side] },
  stood: { by: [side] },
  resigned: { by: [side] },
  takeback_requested: { by: [side], plies: [whole] },
  takeback_accepted: { by: [side] },
  takeback_declined: { by: [side] },
  adjudicated: { side: [side], advantage: [flag], reason: [text, ""] },
  awarded: { winner: [or(side)], reason: [text, ""], forfeit: [flag, false] },
  time_forfeited: { side: [side] },
  paused: {},
  resumed: {},
};

export function isEventKind(kind: unknown): kind is GameEvent["kind"] {
  return typeof kind === "string" && Object.hasOwn(FIELDS, kind);
}

/** Read a stored event; throws `RulesError`. */
export function readEvent(given: unknown): GameEvent {
  const wrong = (what: string): RulesError => new RulesError("InvalidRecord", what);
  if (!isRecord(given)) throw wrong("expected an object");
  const { kind, at, ...values } = given;
  if (!isEventKind(kind)) throw wrong(`kind=${String(kind).slice(0, 40)} is not a known event`);
  const fields = FIELDS[kind];
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(fields, name)) throw wrong(`${kind}: unknown field ${name.slice(0, 40)}`);
  }
  for (const [name, [check, ...otherwise]] of Object.entries(fields)) {
    const value = Object.hasOwn(values, name) ? values[name] : otherwise[0];
    if (!check(value)) throw wrong(`${kind}: ${name} is missing or wrong`);
  }
  if (at !== undefined && at !== null && !whole(at)) throw wrong(`${kind}: at is no time`);
  return given as unknown as GameEvent;
}

/** An event as records hold it: what has its default value is left out. */
export function written(event: GameEvent): Readonly<Record<string, unknown>> {
  const { kind, at, ...values } = event;
  const fields = FIELDS[kind];
  const kept = Object.entries(fields)
    .map(([name, [, otherwise]]) => [name, (values as Record<string, unknown>)[name], otherwise])
    .filter(([, value, otherwise]) => value !== undefined && value !== otherwise)
    .map(([name, value]) => [name as string, value]);
  return { kind, ...Object.fromEntries(kept), ...(at === undefined ? {} : { at }) };
}
