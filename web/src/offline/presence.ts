/** Which games are followed, in this tab or in another one: locks of the browser tell all tabs. */

export interface Presence {
  enter(game: string): void;
  leave(game: string): void;
  /** Whether no other tab follows a game. */
  alone(game: string): Promise<boolean>;
}

const nameOf = (game: string): string => `crownhead.${game}`;

export class LockPresence implements Presence {
  readonly #held = new Map<string, () => void>();

  constructor(readonly locks: LockManager | undefined) {}

  enter(game: string): void {
    if (!this.locks || this.#held.has(game)) return;
    const left = new Promise<void>((settle) => {
      this.#held.set(game, settle);
    });
    void this.locks.request(nameOf(game), { mode: "shared" }, () => left);
  }

  leave(game: string): void {
    this.#held.get(game)?.();
    this.#held.delete(game);
  }

  async alone(game: string): Promise<boolean> {
    const { held = [] } = (await this.locks?.query()) ?? {};
    const holders = held.filter(({ name }) => name === nameOf(game)).length;
    return holders <= (this.#held.has(game) ? 1 : 0);
  }
}
