/** What was played in the games of a file: the moves of a position, how often, with what result. */

import type { Winner } from "../core/files";

/** One edge from a position: the key of the one it leads to, and what became of the games. */
export interface Branch {
  /** 16 hexadecimal digits; empty where the games end here. */
  readonly to: string;
  readonly games: number;
  readonly white: number;
  readonly draws: number;
  readonly black: number;
  /** What it cost on average, in hundredths of a man; null where no game carries evaluations. */
  readonly loss: number | null;
}

export interface Explored {
  /** The games that reach the position. */
  readonly games: number;
  readonly branches: readonly Branch[];
  /** The places of the latest of them in the file. */
  readonly places: readonly number[];
}

const MOST_PLACES = 50;

const NOTHING = { games: 0, white: 0, draws: 0, black: 0, judged: 0, lost: 0 };
type Counted = typeof NOTHING;

/** Positions of all games, one after the other; a zero stands between two of them. */
export class Explorer {
  #keys = new BigUint64Array(1 << 12);
  #length = 0;
  /** Where each game begins, its place in the file, and its result. */
  readonly #starts: number[] = [];
  readonly #places: number[] = [];
  readonly #winners: (Winner | null)[] = [];
  /** What moves cost, by the places of the positions before them; few games say it. */
  readonly #losses = new Map<number, number>();

  /** Add a game; `losses` are what its moves cost, where that is known. */
  add(
    trail: BigUint64Array,
    place: number,
    winner: Winner | null,
    losses: readonly (number | null)[] = [],
  ): void {
    if (this.#length + trail.length + 1 > this.#keys.length) {
      const wider = new BigUint64Array(2 * (this.#length + trail.length + 1));
      wider.set(this.#keys.subarray(0, this.#length));
      this.#keys = wider;
    }
    this.#starts.push(this.#length);
    this.#places.push(place);
    this.#winners.push(winner);
    for (const [ply, loss] of losses.entries()) {
      if (loss !== null) this.#losses.set(this.#length + ply, loss);
    }
    this.#keys.set(trail, this.#length);
    this.#length += trail.length + 1;
  }

  /**
   * What was played in a position; a game that comes to it twice counts once for each move.
   * `within` has a byte for each game of the file, 1 where it counts.
   */
  at(key: string, within: Uint8Array | null = null): Explored {
    const wanted = BigInt(`0x${key}`);
    const keys = this.#keys.subarray(0, this.#length);
    const branches = new Map<bigint, Counted>();
    const seen = new Set<number>();
    let counted = new Set<bigint>();
    let game = -1;
    for (let at = keys.indexOf(wanted); at >= 0; at = keys.indexOf(wanted, at + 1)) {
      const here = this.#gameAt(at);
      if (within && !within[this.#places[here]!]) continue;
      if (here !== game) counted = new Set();
      game = here;
      seen.add(here);
      const to = keys[at + 1] ?? 0n;
      const branch = branches.get(to) ?? { ...NOTHING };
      branches.set(to, branch);
      const loss = this.#losses.get(at);
      if (loss !== undefined) {
        branch.judged += 1;
        branch.lost += loss;
      }
      if (counted.has(to)) continue;
      counted.add(to);
      branch.games += 1;
      const winner = this.#winners[here];
      if (winner === "white") branch.white += 1;
      else if (winner === "black") branch.black += 1;
      else if (winner === "draw") branch.draws += 1;
    }
    const found = [...branches].map(([to, { judged, lost, ...counts }]) => ({
      to: to ? to.toString(16).padStart(16, "0") : "",
      ...counts,
      loss: judged ? lost / judged : null,
    }));
    const places = [...seen].slice(-MOST_PLACES).map((each) => this.#places[each]!);
    return {
      games: seen.size,
      branches: found.sort((one, two) => two.games - one.games),
      places: places.toReversed(),
    };
  }

  /** The game that a place of the keys belongs to. */
  #gameAt(place: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
