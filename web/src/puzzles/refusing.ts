/** Why a move is refused where that was not written beforehand: a core is asked. */

import { fenOf } from "../board/fen";
import type { Core } from "../core/core";
import { viewMove } from "../core/moves";
import { Ruleset, type Position } from "../core/position";
import { recorded } from "../core/rules";
import type { View } from "../generated/messages";
import { whyStuck } from "../game/explaining";
import type { Posed } from "../game/sandbox";
import type { Catalogue } from "../text/catalogue";
import { Speech } from "../text/sentences";

export type Place = Pick<Posed, "variant" | "board" | "turn">;

/** The sentence that names the rule; empty where there is none. */
export function refusalIn(
  core: Core,
  place: Place,
  squares: readonly number[],
  words: Catalogue,
): string {
  const position = positionOf(core, place);
  const { ruleset } = position;
  const { geometry } = ruleset;
  const { notation } = ruleset.variant;
  if (squares.length === 1) {
    return whyStuck(squares[0]!, choicesIn(position), geometry, notation, words).sentence;
  }
  const names = squares.map((square) => geometry.name(square, notation));
  const reason = position.explain(names.join("-"));
  return reason ? new Speech(words).reason(reason, ruleset) : "";
}

/** The position of a place. */
export function positionOf(core: Core, { variant, board, turn }: Place): Position {
  const ruleset = new Ruleset(core, recorded(variant));
  const { geometry } = ruleset;
  const { notation } = ruleset.variant;
  return ruleset.read(fenOf(board, turn, notation === "algebraic" ? geometry : undefined));
}

/** What a view tells of moves and of pieces that must capture. */
function choicesIn(position: Position): Pick<View, "legal" | "must"> {
  const legal = position.legal.map(viewMove);
  const { choice } = position.ruleset.variant.rules;
  const counted = MAJORITY.has(choice);
  const taken = (square: number): number =>
    legal.find(({ origin }) => origin === square)!.captures.length;
  const must = position.mustCapture.map((square) => ({
    square,
    take: counted ? taken(square) : null,
  }));
  return { legal, must };
}

/** The choices among captures that a number decides. */
const MAJORITY: ReadonlySet<string> = new Set(["most", "most-kings", "cascade"]);
