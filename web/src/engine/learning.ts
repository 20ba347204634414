/** The learned weights of the engine: which game plays by which, and when they are fetched. */

import type { Rules } from "../generated/law";
import carried from "../generated/weights.json";
import type { Core, Known } from "../core/core";

/** Fetch the weights of this name, unpacked. */
export type Fetched = (name: string) => Promise<Uint8Array>;

type Switch = keyof Rules;
interface Carried {
  readonly same: readonly Switch[];
  readonly weighty: readonly Switch[];
  readonly light: readonly Switch[];
  readonly games: readonly { readonly key: string; readonly rules: Partial<Rules> }[];
}

const CARRIED = carried as unknown as Carried;
const KEYS = CARRIED.games.map(({ key }) => key);

/**
 * The name of the weights that a game is played by, as `crownhead.weights.key` has it: those of
 * the nearest game; null where there are none.
 */
export function weightsOf(rules: Rules): string | null {
  return nearest(rules, KEYS);
}

/** Which of these games is played most like one of these rules, as `crownhead.weights.nearest`. */
export function nearest<Key extends string>(rules: Rules, among: readonly Key[]): Key | null {
  const { same, weighty, light, games } = CARRIED;
  let found: Key | null = null;
  let least = Infinity;
  for (const { key: name, rules: known } of games) {
    const key = among.find((one) => one === name);
    if (key === undefined) continue;
    const differing = (names: readonly Switch[]): number =>
      names.filter((name) => String(known[name]) !== String(rules[name])).length;
    if (differing(same) > 0) continue;
    const distance = 10 * differing(weighty) + differing(light);
    if (distance >= least) continue;
    found = key;
    least = distance;
  }
  return found;
}

/** Gives a core the weights of each game before it first searches it. */
export class Learning {
  readonly #given = new Set<number>();
  /** What is on its way, or waits for a core. */
  readonly #coming = new Map<string, Promise<Uint8Array | null>>();

  constructor(readonly fetched: Fetched) {}

  /** Fetch what a game of these rules will be judged by, before there is a core. */
  foresee(rules: Rules): void {
    const name = weightsOf(rules);
    if (name !== null) void this.#file(name);
  }

  /** Without the file, the game is judged by hand, and the file asked for again the next time. */
  async prepare(core: Core, { number, variant }: Known): Promise<void> {
    const name = weightsOf(variant.rules);
    if (name === null || this.#given.has(number)) return;
    const file = await this.#file(name);
    // Somebody else may have waited for it, too.
    if (this.#given.has(number)) return;
    this.#coming.delete(name);
    if (!file) return;
    if (core.search.weigh(number, file)) this.#given.add(number);
    else console.warn(`${name}: damaged weights`);
  }

  /** The file of a name; null where there is no network. */
  #file(name: string): Promise<Uint8Array | null> {
    let coming = this.#coming.get(name);
    if (!coming) {
      coming = this.fetched(name).catch(() => null);
      this.#coming.set(name, coming);
    }
    return coming;
  }
}

/** The content of a file as zlib packs it. */
export async function unpack(packed: Blob): Promise<Uint8Array> {
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
