/** What happens in a game: the closed set of events, as records hold them; the core reads them. */

import type { Side } from "./rules";

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

export type Kind = GameEvent["kind"];
