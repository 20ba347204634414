/** The computer's part: what it is asked at a table, and what it does about it. */

import facts from "../generated/offline.json";
import type { Found, Limits } from "./core";
import { acceptsDraw, answerFault, offersDraw, seen } from "./decisions";
import type { Game } from "./game";
import { other, type Position } from "./position";
import { numbersOf } from "./record";
import type { Side } from "./rules";
import type { Table } from "./table";
import type { Thinker } from "./thinking";

/** What the computer does at a time; the events are not noted yet. */
export type Decision = (table: Table, at: number) => void;

type Line = readonly string[];

const FIRST_NAMED_SLOW = 7;

/** The side of the engine that has to do something, or null. */
export function asked(table: Table): Side | null {
  const { game, terms, phase } = table;
  if (terms.level === null || phase !== "playing") return null;
  if (game.state.paused || game.verdictDue !== null) return null;
  const side = other(terms.side);
  return game.turn === side || game.state.offer === terms.side ? side : null;
}

/** When the answer may come: a person takes 300 to 900 ms. */
export function answerTime(table: Table): number {
  const most = (table.terms.level ?? 1) < FIRST_NAMED_SLOW ? 900 : 400;
  const mix = hashOf(`${table.id} ${table.seq}`) & 255;
  return table.lastAt + 300 + Math.floor((mix * (most - 300)) / 255);
}

/** What the engine does at a table where it is asked, or a verdict is due. */
export async function decide(table: Table, thinker: Thinker): Promise<Decision> {
  const { game, id } = table;
  const due = game.verdictDue;
  if (due) return verdict(game, due, id, thinker);
  return new Player(id, game, other(table.terms.side), table.terms.level ?? 1, thinker).decide();
}

/** The best play in a game, as its notation has it; not without a move. */
export async function hint(table: Table, thinker: Thinker): Promise<Line> {
  const player = new Player(table.id, table.game, table.game.turn, facts.levels.length, thinker);
  let { position } = table.game.state;
  const line: string[] = [];
  for (const text of (await player.line(facts.hint)).slice(0, facts.hint.line)) {
    const place = position.legal.findIndex(({ hub }) => hub === text);
    if (place < 0) break;
    line.push(position.legal[place]!.short);
    position = position.play("legal", place);
  }
  return line;
}

async function verdict(game: Game, side: Side, table: string, thinker: Thinker): Promise<Decision> {
  const { depth, margin } = facts.verdict;
  const { position } = game.state;
  const found = await search(thinker, table, position, [], { depth });
  const score = position.turn === side ? found.score : -found.score;
  const shown = `${score < 0 ? "-" : "+"}${Math.abs(score)}`;
  const reason = `engine: depth ${depth}, score ${shown}, margin ${margin}`;
  const advantage = score >= margin;
  return (on, at) => {
    on.game.add({ kind: "adjudicated", side, advantage, reason, ...on.ofGame(at) });
  };
}

function search(
  thinker: Thinker,
  table: string,
  position: Position,
  past: readonly Position[],
  limits: Omit<Limits, "repetition">,
): Promise<Found> {
  const { variant } = position.ruleset;
  const { repetition } = variant.rules;
  return thinker.think({
    table,
    numbers: numbersOf(variant),
    position: position.bytes,
    past: past.map(({ bytes }) => bytes),
    limits: { ...limits, repetition },
  });
}

/** The engine at one of its levels. */
class Player {
  readonly #level: (typeof facts.levels)[number];
  readonly #seed: number;

  constructor(
    readonly table: string,
    readonly game: Game,
    readonly side: Side,
    level: number,
    readonly thinker: Thinker,
  ) {
    this.#level = facts.levels[level - 1]!;
    this.#seed = hashOf(table);
  }

  async decide(): Promise<Decision> {
    const { game, side } = this;
    const { state } = game;
    if (state.offer === other(side)) {
      const accepts = await acceptsDraw(game, this.#score);
      const kind = accepts ? "draw_accepted" : "draw_declined";
      return (on, at) => on.game.add({ kind, by: side, ...on.ofGame(at) });
    }
    if (state.fault) {
      const answer = await answerFault(game, this.#score);
      if (typeof answer === "number") {
        return (on, at) =>
          on.game.add({ kind: "huffed", by: side, square: answer, ...on.ofGame(at) });
      }
      const kind = answer === "compel" ? "compelled" : "stood";
      if (answer === "compel" || game.outcomeIfStood) {
        return (on, at) => on.game.add({ kind, by: side, ...on.ofGame(at) });
      }
    }
    if (state.claims.some(({ by, move }) => by === side && move === null)) {
      return (on, at) => on.game.add({ kind: "draw_claimed", by: side, ...on.ofGame(at) });
    }
    const [text = ""] = await this.line(this.#limits());
    const offers = await this.#offers(text);
    return (on, at) => {
      const { at: timed } = on.ofGame(at);
      on.game.play(text, side, timed);
      if (!offers || on.game.outcome) return;
      const may = on.game.allowed(side, at).has("draw_offered");
      if (may) on.game.add({ kind: "draw_offered", by: side, ...on.ofGame(at) });
    };
  }

  /** The play from here, as the hub writes it; where there is only one move, that at once. */
  async line(limits: { readonly nodes: number; readonly seconds: number }): Promise<Line> {
    const { position, past } = seen(this.game);
    const [only, ...others] = position.legal;
    if (!only) throw new Error("there is no move to play");
    if (others.length === 0) return [only.hub];
    const { quiescence_depth: exchange, learned } = this.#level;
    const large = position.board.length > facts.small_board;
    const noise = large ? this.#level.noise_on_large : this.#level.noise;
    const early = past.length < facts.opening.plies ? facts.opening.noise : 0;
    const found = await search(this.thinker, this.table, position, past, {
      ...limits,
      noise: Math.max(noise, early),
      exchange,
      learned,
      seed: this.#seed,
    });
    return found.line.length > 0 ? found.line : [only.hub];
  }

  readonly #score = async (position: Position, past: readonly Position[]): Promise<number> => {
    const nodes = Math.max(this.#level.nodes, facts.sound);
    const limits = { nodes, seconds: facts.patience, seed: this.#seed };
    return (await search(this.thinker, this.table, position, past, limits)).score;
  };

  /** The level's nodes, in a share of the time that the clock leaves. */
  #limits(): { nodes: number; seconds: number } {
    const { nodes } = this.#level;
    const { clock } = this.game.state;
    if (!clock) return { nodes, seconds: facts.patience };
    const left = Math.max(50, clock.left[this.side]) / 1000;
    const bonus = clock.bonus[this.side] / 1000;
    return { nodes, seconds: Math.min(left / facts.moves_ahead + 0.9 * bonus, 0.8 * left) };
  }

  async #offers(text: string): Promise<boolean> {
    const after = this.game.fork();
    const at = after.state.at ?? undefined;
    after.play(text, this.side, at);
    if (after.outcome) return false;
    const may = after.allowed(this.side, at ?? 0).has("draw_offered");
    return may && offersDraw(after, this.#score);
  }
}

/** A number out of a text, the same at every time. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}
