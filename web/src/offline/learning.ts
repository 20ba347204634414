/** The learned weights of the engine: which game plays by which, and when they are fetched. */

import carried from "../generated/weights.json";
import type { Core } from "./core";

/** Fetch the weights of this name, unpacked. */
export type Fetched = (name: string) => Promise<Uint8Array>;

// Places of the switches in the numbers of a game (record.ts).
const SAME = [0, 16, 9, 11, 4, 6]; // board, aim, flying, duty, moves of men and of kings
const WEIGHTY = [1, 5, 7, 2]; // rows of men, captures of men and of kings, rows behind
const LIGHT = [8, 10, 12, 13, 14, 15, 17]; // men take kings, turning back, crowning, and so on

/**
 * The name of the weights that a game is played by, as `crownhead.weights.key` has it: those of
 * the nearest game; null where there are none.
 */
export function weightsOf(numbers: readonly number[]): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const { key, numbers: known } of carried) {
    const differing = (places: readonly number[]): number =>
      places.filter((place) => known[place] !== numbers[place]).length;
    if (differing(SAME) > 0) continue;
    const distance = 10 * differing(WEIGHTY) + differing(LIGHT);
    if (distance >= least) continue;
    nearest = key;
    least = distance;
  }
  return nearest;
}

/** Gives a core the weights of each game before it first searches it. */
export class Learning {
  readonly #given = new Set<number>();

  constructor(readonly fetched: Fetched) {}

  /** Without the file, the game is judged by hand, and the file asked for again the next time. */
  async prepare(core: Core, numbers: readonly number[]): Promise<void> {
    const game = core.game(numbers);
    const name = weightsOf(numbers);
    if (name === null || this.#given.has(game)) return;
    let file: Uint8Array;
    try {
      file = await this.fetched(name);
    } catch {
      // There is no network.
      return;
    }
    if (core.weigh(game, file)) this.#given.add(game);
    else console.warn(`${name}: damaged weights`);
  }
}

/** The content of a file as zlib packs it. */
export async function unpacked(packed: Blob): Promise<Uint8Array> {
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
