/** One game: the procedure between two players, as a log of events. */

import type { Core } from "./core";
import { Illegal, NotAllowed, RulesError, type Reason } from "./errors";
import { readEvent, written, type GameEvent, type Played } from "./events";
import * as duty from "./procedure/duty";
import { byRules } from "./procedure/ending";
import { find, textFor } from "./procedure/moves";
import { MOST_EVENTS, apply, checkEvent, checkMoment, start } from "./procedure/steps";
import { isRecord, type Side, type Variant } from "./rules";
import { readSetup, variantIn, writtenSetup, type Setup } from "./setup";
import { chain, type Outcome, type State } from "./state";

const FORMAT = "crownhead-game";
const VERSION = 1;
const MAX_EVENTS = MOST_EVENTS + 10; // a full log still takes the event that ends the game

export class Game {
  readonly #events: GameEvent[] = [];
  #state: State;

  constructor(readonly setup: Setup) {
    this.#state = start(setup);
  }

  /** A game that has come as far, and goes its own way from here. */
  fork(): Game {
    const forked = new Game(this.setup);
    forked.#state = this.#state;
    forked.#events.push(...this.#events);
    return forked;
  }

  get state(): State {
    return this.#state;
  }

  get events(): readonly GameEvent[] {
    return this.#events;
  }

  get variant(): Variant {
    return variantIn(this.setup);
  }

  get turn(): Side {
    return this.#state.position.turn;
  }

  get outcome(): Outcome | null {
    return this.#state.outcome;
  }

  /** The states of the game as it stands. */
  get states(): readonly State[] {
    return chain(this.#state);
  }

  get verdictDue(): Side | null {
    return duty.awaited(this.setup, this.#state);
  }

  /** Whether declining the standing offer, as by a move, takes on a duty (E24). */
  get wouldRefuse(): boolean {
    const { offer, duties } = this.#state;
    if (!offer || !this.setup.refusal_duty) return false;
    return duties[offer === "white" ? "black" : "white"] === null;
  }

  /** How the game ends if the faulty move is let stand, or null if it goes on. */
  get outcomeIfStood(): Outcome | null {
    return this.#state.fault ? byRules(this.setup, this.#state) : null;
  }

  /** Add an event; throws `NotAllowed`, and for a move `Illegal` and its kin. */
  add(event: GameEvent): void {
    const now = checkMoment(this.setup, this.#state, event);
    if (now) throw new NotAllowed(now);
    const reason = checkEvent(this.setup, this.#state, event);
    if (reason) throw event.kind === "played" ? new Illegal(reason) : new NotAllowed(reason);
    this.#state = apply(this.setup, this.#state, event);
    this.#events.push(event);
  }

  /** Play a move in any notation, with huffing also a faulty one. */
  play(text: string, by: Side, at?: number): void {
    const timed = at === undefined ? {} : { at };
    const moment: Played = { kind: "played", by, move: "", ...timed };
    const now = checkMoment(this.setup, this.#state, moment);
    if (now) throw new NotAllowed(now);
    const chosen = find(this.setup, this.#state, text);
    const faulty = chosen.kind === "faulty";
    const move = textFor(this.setup, this.#state, chosen, faulty);
    this.add({ kind: "played", by, move, faulty, ...timed });
  }

  /** Why a move would be refused, or null; throws for a text that names no single move. */
  explain(text: string): Reason | null {
    const at = this.#state.at ?? 0;
    const now = checkMoment(this.setup, this.#state, {
      kind: "played",
      by: this.turn,
      move: "",
      at,
    });
    if (now) return now;
    try {
      find(this.setup, this.#state, text);
    } catch (error) {
      if (error instanceof Illegal) return error.reason;
      throw error;
    }
    return null;
  }
}

/** A game as the library's records hold it; `named` is the variant under its house name. */
export function recordOf(
  game: Game,
  players: Readonly<Record<Side, string>>,
  named?: Variant,
): Record<string, unknown> {
  return {
    format: FORMAT,
    version: VERSION,
    ...players,
    setup: writtenSetup(game.setup, named),
    events: game.events.map((event) => written(event)),
  };
}

/** Replay a record; throws `RulesError` saying what is wrong, and in which event. */
export function gameOfRecord(core: Core, record: unknown): Game {
  const wrong = (what: string): RulesError =>
    new RulesError("InvalidRecord", `Game record: ${what}`);
  if (!isRecord(record) || record["format"] !== FORMAT)
    throw wrong("this is not the record of a game");
  if (record["version"] !== VERSION) throw wrong("written by another version");
  const { events } = record;
  if (!Array.isArray(events) || events.length > MAX_EVENTS) throw wrong("events is not a list");
  const game = new Game(readSetup(core, record["setup"]));
  for (const [index, event] of events.entries()) {
    try {
      game.add(readEvent(event));
    } catch (error) {
      throw wrong(`event ${index}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return game;
}
