/** How often the computer would find a move, level by level. */

import { Game, recordOf } from "../core/game";
import type { Position } from "../core/position";
import { agree } from "../core/setup";
import { HIGHEST, levelFor } from "../engine/levels";
import { WorkerThinker, type Thinker } from "../engine/thinking";
import { moduleOfCore } from "./engine";

/** In how many games a level is asked, each with errors of its own. */
export const GAMES = 10;
/** Games of those in which a level finds a move that finds it mostly. */
const MOSTLY = 7;

export interface Finders {
  /** The level that was asked: the highest makes no errors on purpose, the one below answers. */
  readonly level: number;
  /** Games of `GAMES` in which the level finds the move. */
  readonly found: number;
  /** The first level above it that finds the move mostly, or null. */
  readonly mostly: number | null;
}

/** Ask a level for its move in a position, and those above it until one finds it mostly. */
export async function findersOf(
  position: Position,
  hub: string,
  level: number,
  signal: AbortSignal,
): Promise<Finders> {
  const module = await moduleOfCore();
  signal.throwIfAborted();
  const worker = new Worker(new URL("../engine/engine.ts", import.meta.url), {
    type: "module",
    name: "engine",
  });
  const thinker = new WorkerThinker(module, () => worker);
  const stop = (): void => thinker.stop();
  signal.addEventListener("abort", stop);
  try {
    return await ask(thinker, position, hub, level);
  } finally {
    signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}

/** What `findersOf` does, with who thinks for the computer. */
export async function ask(
  thinker: Thinker,
  position: Position,
  hub: string,
  level: number,
): Promise<Finders> {
  const record = recordOf(new Game(agree(position, {})), { white: "", black: "" });
  const { rules } = position.ruleset.variant;
  const count = async (number: number): Promise<number> => {
    let found = 0;
    for (let seed = 0; seed < GAMES; seed += 1) {
      const table = `finders ${number} ${seed}`;
      const question = { what: "hint", most: 1, level: levelFor(rules, number, seed) } as const;
      const [text] = (await thinker.think({ table, record, question })) as readonly string[];
      const place = position.parse(text!, "legal");
      found += Number(place !== null && position.moves("legal")[place]!.hub === hub);
    }
    return found;
  };
  const asked = Math.min(level, HIGHEST - 1);
  const found = await count(asked);
  if (found >= MOSTLY) return { level: asked, found, mostly: null };
  for (let above = asked + 1; above < HIGHEST; above += 1) {
    if ((await count(above)) >= MOSTLY) return { level: asked, found, mostly: above };
  }
  return { level: asked, found, mostly: null };
}
