/** What one side asks of the other and waits for: an offer, a wish to go back. */

import type { Key } from "../text/language";
import type { Side, View } from "./source";

/** The fields of a view that name a side. */
type Sided = {
  [Field in keyof View]-?: NonNullable<View[Field]> extends Side | { readonly by: Side }
    ? Field
    : never;
}[keyof View];

/** Those by which nobody asks for anything; another game is offered where this one is over. */
type NotAsked = "turn" | "verdict_due" | "rematch" | "rematch_declined" | "away";

/** How each of the others is told to who looks on, and to who has asked. */
const TOLD = {
  offer: ["web.draw.offered", "web.draw.waiting"],
  takeback: ["web.takeback.asked", "web.takeback.waiting"],
} as const satisfies Readonly<Record<Exclude<Sided, NotAsked>, readonly [Key, Key]>>;

export interface Question {
  readonly by: Side;
  readonly asked: Key;
  readonly waiting: Key;
}

/** The questions that stand. */
export function questionsIn(view: View): readonly Question[] {
  return Object.entries(TOLD).flatMap(([field, [asked, waiting]]) => {
    const value = view[field as keyof typeof TOLD];
    if (!value) return [];
    return [{ by: typeof value === "string" ? value : value.by, asked, waiting }];
  });
}
