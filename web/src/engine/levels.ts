/** The ten levels of the engine in each game, as the library has measured them. */

import facts from "../generated/offline.json";
import type { LevelNumbers } from "../core/games";
import { recorded, type Rules } from "../core/rules";
import { nearest } from "./learning";

const LADDERS = Object.keys(facts.levels) as (keyof typeof facts.levels)[];

/** The highest level, which makes no errors of judgement on purpose. */
export const HIGHEST = facts.levels.english.length;

/** The game whose levels a game is played by, as `crownhead.engines.levels.ladder` names it. */
export function ladderOf(rules: Rules): keyof typeof facts.levels {
  const found = nearest(rules, LADDERS);
  if (found !== null) return found;
  const unlike = (key: string): number => {
    const { board, flying } = recorded(key).rules;
    return 2 * Number(board !== rules.board) + Number(flying !== rules.flying);
  };
  return LADDERS.reduce((best, key) => (unlike(key) < unlike(best) ? key : best));
}

/** How the engine thinks at a level from 1 to 10; the same seed gives the same play. */
export function levelFor(rules: Rules, number: number, seed: number): LevelNumbers {
  const level = facts.levels[ladderOf(rules)][number - 1];
  if (!level) throw new RangeError(`level ${number}: there are 1 to ${HIGHEST}`);
  return { ...level, seed };
}
