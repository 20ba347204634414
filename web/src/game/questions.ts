/** What one side asks of the other and waits for: an offer, a wish to go back. */

import { QUESTIONS } from "../generated/law";
import type { Side, View } from "./source";

/** The fields of a view that name a side. */
type Sided = {
  [Field in keyof View]-?: NonNullable<View[Field]> extends Side | { readonly by: Side }
    ? Field
    : never;
}[keyof View];

/** Those by which nobody asks for anything; another game is offered where this one is over. */
type NotAsked = "turn" | "verdict_due" | "rematch" | "rematch_declined" | "away";

/** The fields that hold the questions of the core's list, which are all the others. */
type Field = keyof typeof QUESTIONS;
export const FIELDS = Object.keys(
  QUESTIONS satisfies Record<Exclude<Sided, NotAsked>, object>,
) as Field[];

/** The questions that stand, how each is told to who looks on and to who has asked, its answers. */
export function questionsIn(view: Pick<View, Field>) {
  return FIELDS.flatMap((field) => {
    const value = view[field];
    if (!value) return [];
    const by: Side = typeof value === "string" ? value : value.by;
    const told = { asked: `web.${field}.asked`, waiting: `web.${field}.waiting` } as const;
    return [{ field, by, ...told, ...QUESTIONS[field] }];
  });
}

/** Which questions stand, in one text. */
export function askedIn(view: View): string {
  return questionsIn(view)
    .map(({ field, by }) => field + by)
    .join(" ");
}
