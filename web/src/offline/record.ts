/** From the record of a game to the list of numbers that the core reads. */

import type { DrawRule, Ending, Rules, Variant } from "./rules";
import { AIMS, BOARDS, CHOICES, CROWNINGS, LANDINGS, REMOVALS } from "./rules";

// The core's directions run clockwise from straight ahead, one bit each.
const DIRECTIONS: Readonly<Record<string, number>> = {
  forward: 0b1000_0010,
  backward: 0b0010_1000,
  ahead: 0b0000_0001,
  sideways: 0b0100_0100,
  behind: 0b0001_0000,
};
const RESETS: Readonly<Record<string, number>> = { capture: 1, man_move: 2, crowning: 4 };

const sum = (names: readonly string[], values: Readonly<Record<string, number>>): number =>
  names.reduce((total, name) => total + values[name]!, 0);

export function numbersOf(variant: Variant): number[] {
  const { rules } = variant;
  return [
    BOARDS.indexOf(rules.board),
    rules.men_rows,
    rules.rows_behind,
    Number(rules.first === "black"),
    ...steps(rules),
    Number(rules.men_take_kings),
    Number(rules.flying),
    Number(rules.turn_back),
    Number(rules.compulsory),
    CROWNINGS.indexOf(rules.crowning),
    LANDINGS.indexOf(rules.landing),
    CHOICES.indexOf(rules.choice),
    REMOVALS.indexOf(rules.removal),
    AIMS.indexOf(rules.aim),
    rules.king_run,
    rules.too_few,
    Number(variant.notation === "algebraic"),
    Number(variant.first_square === "bottom-right"),
    Number(variant.mirrored),
    variant.capture_sign.codePointAt(0)!,
    rules.draw_rules.length,
    ...rules.draw_rules.flatMap(drawRule),
  ];
}

function steps(rules: Rules): number[] {
  const { men_move, men_capture, king_move, king_capture } = rules;
  return [men_move, men_capture, king_move, king_capture].map((each) => sum(each, DIRECTIONS));
}

function drawRule(rule: DrawRule): number[] {
  const { plies, resets, automatic, endings } = rule;
  const head = [plies, sum(resets, RESETS), Number(automatic), endings.length];
  return [...head, ...endings.flatMap(ending)];
}

function ending(given: Ending): number[] {
  const { strong_men, strong_kings, weak_men, weak_kings, total, on_long_diagonal } = given;
  const ranges = [strong_men, strong_kings, weak_men, weak_kings, total];
  return [...ranges.flat(), Number(on_long_diagonal)];
}
