/** How a game ends without an agreement: by the rules, by resignation, by an arbiter. */

import type { Awarded, GameEvent } from "../events";
import { other, type Position } from "../position";
import type { Side } from "../rules";
import { isAutomatic, repetitionAutomatic, variantIn, type Setup } from "../setup";
import type { Outcome, State } from "../state";
import { occurrences } from "./repetition";

/** How the position ends the game by itself, or null; a win goes before a draw. */
export function byRules(setup: Setup, state: State): Outcome | null {
  const { position } = state;
  const { rules } = variantIn(setup);
  const outcome = wonBy(position);
  if (outcome) return outcome;
  const { turn } = position;
  const opponent = other(turn);
  if (position.count(opponent) === 0) {
    const winner = rules.aim === "lose" ? opponent : turn;
    return { winner, termination: "no-pieces", rule: "E7" };
  }
  return drawn(setup, state);
}

function wonBy(position: Position): Outcome | null {
  const { turn } = position;
  const { rules } = position.ruleset.variant;
  if (rules.aim === "king") {
    const letters: readonly (readonly [Side, string])[] = [
      ["white", "W"],
      ["black", "B"],
    ];
    // The side that has just moved comes first.
    for (const side of [other(turn), turn]) {
      const king = letters.find(([each]) => each === side)![1];
      if (position.board.includes(king)) {
        return { winner: side, termination: "first-king", rule: "breakthrough" };
      }
    }
  }
  if (position.legal.length > 0) return null;
  const winner = rules.aim === "lose" ? turn : other(turn);
  return position.count(turn) > 0
    ? { winner, termination: "blocked", rule: "E22" }
    : { winner, termination: "no-pieces", rule: "E7" };
}

function drawn(setup: Setup, state: State): Outcome | null {
  const { rules } = variantIn(setup);
  for (const [index, rule] of rules.draw_rules.entries()) {
    if (state.position.counts[index]! >= rule.plies && isAutomatic(setup, rule)) {
      return { winner: null, termination: "draw-count", rule: rule.rule };
    }
  }
  if (!rules.repetition || !repetitionAutomatic(setup)) return null;
  if (occurrences(state) < rules.repetition) return null;
  return { winner: null, termination: "repetition", rule: rules.repetition_rule };
}

export function apply(
  state: State,
  event: Awarded | Extract<GameEvent, { kind: "resigned" }>,
): State {
  const outcome =
    event.kind === "awarded"
      ? { winner: event.winner, termination: event.forfeit ? "forfeit" : "adjudication", rule: "" }
      : { winner: other(event.by), termination: "resignation", rule: "" };
  return { ...state, outcome };
}
