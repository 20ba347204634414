/** Draws that a player claims: repetition and draw counts (E25, E26, P10). */

import { Illegal, type Reason } from "../errors";
import type { DrawClaimed } from "../events";
import { explain } from "../explain";
import { other, type Position } from "../position";
import type { Side } from "../rules";
import { isAutomatic, repetitionAutomatic, variantIn, type Setup } from "../setup";
import type { Outcome, State } from "../state";
import { occurrences, occurrencesAfter } from "./repetition";

export interface Claim {
  readonly rule: string;
  readonly by: Side;
  /** The move to announce with it, or null. */
  readonly move: string | null;
}

/** Why a claim fails, or null; throws for text that is no move. */
export function check(setup: Setup, state: State, event: DrawClaimed): Reason | null {
  const { fault, position } = state;
  const { turn } = position;
  if (fault) return { code: "fault_unanswered", pieces: fault.pieces };
  const announced = event.move ?? null;
  if (announced !== null && event.by !== turn) return { code: "not_your_turn", turn };
  try {
    if (granted(setup, state, event)) return null;
  } catch (error) {
    if (error instanceof Illegal) return error.reason;
    throw error;
  }
  if (announced === null && event.by === turn && repeated(setup, state)) {
    return { code: "repetition_not_yours", by: other(turn) };
  }
  return { code: "nothing_to_claim", by: event.by };
}

export function apply(setup: Setup, state: State, event: DrawClaimed): State {
  return { ...state, outcome: granted(setup, state, event) };
}

/** Every claim that would be granted now, those with an announced move last. */
export function available(setup: Setup, state: State): Claim[] {
  if (state.outcome || state.fault) return [];
  const { position } = state;
  const found: Claim[] = [];
  for (const by of ["white", "black"] as const) {
    const outcome = granted(setup, state, { kind: "draw_claimed", by });
    if (outcome) found.push({ rule: outcome.rule, by, move: null });
  }
  if (!canClaim(setup)) return found;
  for (const [place, move] of position.legal.entries()) {
    const outcome = after(setup, state, position.play("legal", place));
    if (outcome) found.push({ rule: outcome.rule, by: position.turn, move: move.short });
  }
  return found;
}

/** Whether any draw of this game has to be claimed: else no move needs to be tried. */
function canClaim(setup: Setup): boolean {
  const { rules } = variantIn(setup);
  const byCount = rules.draw_rules.some((rule) => !isAutomatic(setup, rule));
  return byCount || (rules.repetition > 0 && !repetitionAutomatic(setup));
}

function granted(setup: Setup, state: State, event: DrawClaimed): Outcome | null {
  const { position } = state;
  const announced = event.move ?? null;
  if (announced !== null) {
    const place = position.parse(announced, "legal");
    if (place === null) throw new Illegal(explain(position, announced) ?? { code: "reason" });
    return after(setup, state, position.play("legal", place));
  }
  const counted = countFull(setup, position);
  if (counted) return counted;
  return event.by !== position.turn && repeated(setup, state) ? repetition(setup) : null;
}

function after(setup: Setup, state: State, position: Position): Outcome | null {
  const counted = countFull(setup, position);
  const limit = variantIn(setup).rules.repetition;
  if (counted || !limit || repetitionAutomatic(setup)) return counted;
  return occurrencesAfter(state, position) >= limit ? repetition(setup) : null;
}

function repeated(setup: Setup, state: State): boolean {
  const limit = variantIn(setup).rules.repetition;
  return limit > 0 && !repetitionAutomatic(setup) && occurrences(state) >= limit;
}

function repetition(setup: Setup): Outcome {
  const rule = variantIn(setup).rules.repetition_rule;
  return { winner: null, termination: "repetition", rule };
}

function countFull(setup: Setup, position: Position): Outcome | null {
  for (const [index, rule] of variantIn(setup).rules.draw_rules.entries()) {
    if (position.counts[index]! >= rule.plies && !isAutomatic(setup, rule)) {
      return { winner: null, termination: "draw-count", rule: rule.rule };
    }
  }
  return null;
}
