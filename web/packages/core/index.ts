/**
 * Draughts by the rules of nineteen games: positions, games under the law of play, PDN, an engine.
 * The app is made of the same modules.
 */

import { Core } from "../../src/core/core";
import { Game } from "../../src/core/game";
import { Ruleset } from "../../src/core/position";
import { KNOWN, variantOf, type Variant } from "../../src/core/rules";
import type { Analysed } from "../../src/core/search";
import { agree, type Wished } from "../../src/core/setup";
import { levelFor } from "../../src/engine/levels";
import type { LevelNumbers } from "../../src/core/games";
import { load, type Source } from "./load";

export { Core, Game, Ruleset, load, type Source };
export { Position } from "../../src/core/position";
export { gameOfRecord, recordOf, type Ply, type State } from "../../src/core/game";
export { pdn } from "../../src/core/pdn";
export { Library, type Listed, type Opened } from "../../src/study/files";
export { Ambiguous, Illegal, NotAllowed, RulesError, TooComplex } from "../../src/core/errors";
export type { ErrorName, Reason } from "../../src/core/errors";
export type { CoreMove } from "../../src/core/moves";
export type { Analysed, AnalysedLine, Verdict } from "../../src/core/search";
export type { GameEvent, Side } from "../../src/generated/law";
export type { LevelNumbers, Outcome, Shown } from "../../src/core/games";
export type { Setup, Wished } from "../../src/core/setup";
export type { Rules } from "../../src/core/rules";
export type { Variant };

/** The games that are known by a key, such as `english` or `international`. */
export const variants: readonly Variant[] = KNOWN;

/** What can be asked of a new game besides its agreements. */
export type Begun = Wished & {
  /** The position to begin from, in place of the game's own. */
  readonly fen?: string;
};

/**
 * Open a core of one's own. `source` is needed only where the file `core.wasm` of the package does
 * not lie beside its module; `told` hears of each depth of an analysis.
 */
export async function open(source?: Source, told?: (found: Analysed) => void): Promise<Core> {
  return Core.open(await load(source), told);
}

/** The rules of a game, by its key or by a record of house rules; throws `RulesError`. */
export function rulesOf(core: Core, variant: unknown = "english"): Ruleset {
  return new Ruleset(core, variantOf(core, variant));
}

/** Begin a game; throws `RulesError` for what makes none. */
export function begin(core: Core, variant: unknown = "english", asked: Begun = {}): Game {
  const { fen, ...wished } = asked;
  const rules = rulesOf(core, variant);
  return new Game(agree(fen === undefined ? rules.initial() : rules.read(fen), wished));
}

/** How the engine thinks at a level from 1 to 10 in a game; the same seed gives the same play. */
export function level(game: Game, number: number, seed = 0): LevelNumbers {
  return levelFor(game.variant.rules, number, seed);
}
