/** How games are wanted against each kind of rival; remembered for each by itself. */

import { preferences } from "./preferences";

export type Rival = "computer" | "friend" | "online";
export type WishedSide = "first" | "white" | "black" | "toss";

export interface Wished {
  readonly side: WishedSide;
  /** A PDN time control; empty: no clock. */
  readonly time: string;
  readonly mode: "fischer" | "bronstein" | "delay" | "per-move";
  /** Two games with an opening card. */
  readonly ballot: boolean;
  /** Whether the result counts for the ratings, where it can. */
  readonly rated: boolean;
}

type Kept = Readonly<Partial<Record<Rival, Partial<Wished>>>>;

/** What is wanted; what nobody has said for this rival is as it was before rivals differed. */
export function wishFor(rival: Rival): Wished {
  const kept = (preferences.wishes.value as Kept)[rival] ?? {};
  const before = { side: preferences.side.value, time: preferences.time.value };
  return { ...before, mode: "fischer", ballot: false, rated: false, ...kept };
}

export function wish(rival: Rival, change: Partial<Wished>): void {
  const kept = preferences.wishes.peek() as Kept;
  preferences.wishes.value = { ...kept, [rival]: { ...kept[rival], ...change } };
}
