/** The record of a game. */

import type { Rules } from "../generated/law";

export interface Variant {
  readonly key: string;
  readonly names: Readonly<Record<string, string>>;
  readonly rules: Rules;
  readonly notation: "numeric" | "algebraic";
  readonly first_square: "top-left" | "bottom-right";
  readonly mirrored: boolean;
  readonly capture_sign: string;
  readonly gametype: string;
  readonly source: string;
}
