/** What happens at the tables by itself: the computer's answers, and flags that fall. */

import { answerTime, asked, decide, type Decision } from "./opponent";
import { Conflict } from "./store";
import type { Table } from "./table";
import type { Tables } from "./tables";
import { Stopped, type Thinker } from "../engine/thinking";

const LONGEST_WAIT = 2 ** 31 - 1;

/** What the course of games needs of the host that takes the messages. */
export interface Owner {
  readonly watched: ReadonlySet<string>;
  /** Do something when the messages before it are answered. */
  later(job: () => Promise<void>): void;
  /** Keep and tell what has happened. */
  keep(table: Table): Promise<void>;
  /** Read a table anew and show it. */
  show(game: string): Promise<void>;
}

export class Course {
  readonly #flags = new Map<string, ReturnType<typeof setTimeout>>();
  /** The table and seq that are thought over. */
  #thinking: readonly [game: string, seq: number] | null = null;

  constructor(
    readonly dependencies: {
      readonly tables: Tables;
      readonly thinker: Thinker;
      readonly now: () => number;
    },
    readonly owner: Owner,
  ) {}

  /** See whether the computer is asked, and when a flag falls. */
  consider(table: Table): void {
    const { id, seq } = table;
    this.#setFlag(table);
    const due = asked(table) !== null || table.game.verdictDue !== null;
    if (this.#thinking?.[0] === id && this.#thinking[1] !== seq) this.#rest();
    if (!due || this.#isThinking(id) || !this.owner.watched.has(id)) return;
    if (this.#thinking) this.#rest();
    this.#thinking = [id, seq];
    void this.#think(table, seq);
  }

  /** Nobody waits for the computer's answer in a game any more. */
  forsake(game: string): void {
    if (this.#isThinking(game)) this.#rest();
  }

  /** The game is gone. */
  forget(game: string): void {
    this.forsake(game);
    clearTimeout(this.#flags.get(game));
    this.#flags.delete(game);
  }

  #isThinking(game: string, seq?: number): boolean {
    if (this.#thinking?.[0] !== game) return false;
    return seq === undefined || this.#thinking[1] === seq;
  }

  #rest(): void {
    this.#thinking = null;
    this.dependencies.thinker.stop();
  }

  async #think(table: Table, seq: number): Promise<void> {
    const due = answerTime(table);
    try {
      const decision = await decide(table, this.dependencies.thinker);
      const wait = due - this.dependencies.now();
      if (wait > 0) await new Promise((settle) => setTimeout(settle, wait));
      if (!this.#isThinking(table.id, seq)) return;
      this.owner.later(() => this.#decided(table.id, seq, decision));
    } catch (error) {
      if (this.#isThinking(table.id, seq)) this.#thinking = null;
      if (!(error instanceof Stopped)) console.error(error);
    }
  }

  async #decided(game: string, seq: number, decision: Decision): Promise<void> {
    const { tables, now } = this.dependencies;
    try {
      const table = await tables.open(game);
      if (this.#isThinking(game, seq)) this.#thinking = null;
      if (table.seq !== seq || !(await tables.stays(game))) return;
      const at = Math.max(now(), table.lastAt);
      if (!table.flag(at)) {
        decision(table, at);
        table.note(at);
      }
      await this.owner.keep(table);
      // What waited while this was thought over.
      for (const each of this.owner.watched) {
        if (each !== game) this.consider(await tables.open(each));
      }
    } catch (error) {
      if (!(error instanceof Conflict)) console.error(error);
      await this.owner.show(game);
    }
  }

  /** Have the flag fall when the running clock is at nought. */
  #setFlag(table: Table): void {
    const { id } = table;
    clearTimeout(this.#flags.get(id));
    this.#flags.delete(id);
    const { flag_falls: falls } = table.game.state;
    if (table.phase !== "playing" || falls === null) return;
    const wait = falls - this.dependencies.now() + 1;
    const fall = (): void => this.owner.later(() => this.#flag(id));
    this.#flags.set(id, setTimeout(fall, Math.min(LONGEST_WAIT, Math.max(0, wait))));
  }

  async #flag(game: string): Promise<void> {
    const { tables, now } = this.dependencies;
    try {
      const table = await tables.open(game);
      if (!(await tables.stays(game))) return;
      if (table.flag(Math.max(now(), table.lastAt))) await this.owner.keep(table);
      else this.#setFlag(table);
    } catch (error) {
      if (!(error instanceof Conflict)) console.error(error);
    }
  }
}
