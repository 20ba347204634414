/** Real positions with their real moves, written by web/generate.py from the library. */

import { Geometry } from "../src/board/geometry";
import fixtures from "../src/generated/fixtures.json";
import type { MoveView } from "../src/generated/messages";
import variants from "../src/generated/variants.json";
import { idle, type InputEvent, type InputState } from "../src/input/state";
import { step } from "../src/input/machine";

export type CaseName = keyof typeof fixtures.cases;

export interface Case {
  readonly variant: string;
  readonly board: string;
  readonly turn: string;
  readonly legal: readonly MoveView[];
  readonly faulty: readonly MoveView[];
}

export const CASES = fixtures.cases as Readonly<Record<CaseName, Case>>;
export const NAMES = Object.keys(CASES) as CaseName[];
export const PLACES: Readonly<Record<string, readonly number[][]>> = fixtures.places;

export function geometryOf(key: string): Geometry {
  const card = variants.find((variant) => variant.key === key)!;
  return new Geometry(card as ConstructorParameters<typeof Geometry>[0]);
}

export function ownOf(given: Case, side = given.turn): number[] {
  const letter = side === "white" ? "w" : "b";
  return [...given.board].flatMap((each, index) =>
    each.toLowerCase() === letter ? [index + 1] : [],
  );
}

export function turnOf(
  given: Case,
  options: { faulty?: boolean; auto?: "off" | "captures" | "always"; mine?: boolean } = {},
): InputEvent {
  return {
    type: "turn",
    legal: given.legal,
    faulty: options.faulty ? given.faulty : [],
    own: ownOf(given),
    mine: options.mine ?? true,
    active: true,
    auto: options.auto ?? "off",
  };
}

export function beginTurn(name: CaseName, options: Parameters<typeof turnOf>[1] = {}): InputState {
  const given = CASES[name];
  return step(idle(geometryOf(given.variant)), turnOf(given, options)).state;
}
