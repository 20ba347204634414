/** One game: a log of events under the law of play, which is the core's. */

import type { GameEvent } from "../generated/law";
import type { Core } from "./core";
import type { CoreMove } from "./moves";
import type { Judged, LevelNumbers, PdnHead, Shown } from "./games";
import type { Refused } from "./refused";
import { Ambiguous, Illegal, NotAllowed, RulesError, TooComplex, short, unruled } from "./errors";
import type { Reason } from "./errors";
import { Position } from "./position";
import { isRecord, type Side, type Variant } from "./rules";
import { optionsOf, readSetup, variantIn, writtenSetup, type Setup } from "./setup";

const FORMAT = "crownhead-game";
const VERSION = 1;

/** Where a game stands. */
export interface State extends Shown {
  readonly position: Position;
  /** The ply that led here, and whether it ignored or broke off a capture. */
  readonly move: CoreMove | null;
  readonly erred: boolean;
}

/** A position of the game as it stands, and how it came about. */
export interface Ply {
  readonly position: Position;
  readonly move: CoreMove | null;
  readonly erred: boolean;
}

/** Games that nobody holds any more are given up. */
const forgotten = new FinalizationRegistry<() => void>((giveUp) => giveUp());

export class Game {
  readonly #core: Core;
  readonly #handle: number;
  readonly #events: GameEvent[] = [];
  #state: State | null = null;
  #plies: readonly Ply[] | null = null;

  /** A new game; `handle` is that of one that has been begun. */
  constructor(
    readonly setup: Setup,
    handle?: number,
  ) {
    const { core } = setup.start.ruleset;
    const begun = handle ?? core.games.begin(setup.start.ruleset.number, optionsOf(setup));
    if (typeof begun !== "number") throw errorOf(begun, "");
    this.#core = core;
    this.#handle = begun;
    forgotten.register(this, () => core.games.giveUp(begun));
  }

  /** A game that has come as far, and goes its own way from here. */
  fork(): Game {
    return new Game(this.setup, this.#core.games.fork(this.#handle));
  }

  get state(): State {
    if (!this.#state) {
      const { position, move, erred } = this.states.at(-1)!;
      this.#state = { ...this.shown(), position, move, erred };
    }
    return this.#state;
  }

  /** What is shown of it; `at` counts for what is allowed while no event has a time. */
  shown(at?: number): Shown {
    return this.#core.games.shown(this.#handle, at);
  }

  /** The plies of the game as it stands, from its start on. */
  get states(): readonly Ply[] {
    if (!this.#plies) {
      const { ruleset } = this.setup.start;
      const positions = this.#core.games.positions(this.#handle);
      this.#plies = this.#core.games
        .plies(this.#handle)
        .map((ply, index) => ({ ...ply, position: new Position(ruleset, positions[index]!) }));
    }
    return this.#plies;
  }

  get events(): readonly GameEvent[] {
    this.#events.push(...this.#core.games.events(this.#handle, this.#events.length));
    return this.#events;
  }

  get variant(): Variant {
    return variantIn(this.setup);
  }

  get turn(): Side {
    return this.state.turn;
  }

  get outcome(): State["outcome"] {
    return this.state.outcome;
  }

  get verdictDue(): Side | null {
    return this.state.verdict_due;
  }

  /** Who an event of a kind falls to, where one person has both sides. */
  authorOf(kind: GameEvent["kind"]): Side {
    return this.#core.games.author(this.#handle, kind);
  }

  /** The half points that a side has from the game (C4). */
  pointsOf(side: Side): number {
    return this.#core.games.points(this.#handle, side);
  }

  /** The side whose flag is down at a time but has not lost yet. */
  fallen(at: number): Side | null {
    return this.#core.games.fallen(this.#handle, at);
  }

  /** What the computer does as a side: events without their times. */
  decide(side: Side, level: LevelNumbers): readonly GameEvent[] {
    return this.#core.games.decide(this.#handle, side, level);
  }

  /** The best play from here, at most so many plies of it. */
  hint(most: number, level: LevelNumbers): readonly string[] {
    return this.#core.games.hint(this.#handle, most, level);
  }

  /** How the position stands for the side to move. */
  judge(nodes: number, seconds: number): Judged {
    return this.#core.games.judge(this.#handle, nodes, seconds);
  }

  /** The game as PDN; the core adds what was agreed, the result, and what happened. */
  pdn(head: PdnHead): string {
    return this.#core.games.pdn(this.#handle, head);
  }

  /** Add an event; throws `NotAllowed`, and for a move `Illegal` and its kin. */
  add(event: unknown): void {
    this.#follow(this.#core.games.add(this.#handle, event), moveIn(event));
  }

  /** Add an event of a stored log, which may be of an earlier law; throws like `add`. */
  addStored(event: unknown): void {
    this.#follow(this.#core.games.add(this.#handle, event, true), moveIn(event));
  }

  /** Play a move in any notation, with huffing also a faulty one. */
  play(text: string, by: Side, at?: number): void {
    this.#follow(this.#core.games.play(this.#handle, by, text, at), text);
  }

  /** Why a move would be refused, or null; throws for a text that names no single move. */
  explain(text: string): Reason | null {
    const refused = this.#core.games.explain(this.#handle, text);
    if (!refused) return null;
    const error = errorOf(refused, text);
    if (error instanceof Illegal || error instanceof NotAllowed) return error.reason;
    throw error;
  }

  #follow(refused: Refused | null, text: string): void {
    if (refused) throw errorOf(refused, text);
    this.#state = null;
    this.#plies = null;
  }
}

/** The move in an event, or no text. */
function moveIn(event: unknown): string {
  return isRecord(event) && typeof event["move"] === "string" ? event["move"] : "";
}

/** The error for what the law refuses; `text` is that of the move. */
function errorOf(refused: Refused, text: string): Error {
  switch (refused.refused) {
    case "reason":
      return new NotAllowed(unruled(refused.reason));
    case "illegal":
      return new Illegal(refused.reason);
    case "invalid": {
      const { wrong, column } = refused;
      return new RulesError("InvalidMove", `Move ${short(text)} ${wrong} (column ${column})`);
    }
    case "ambiguous":
      return new Ambiguous(text, refused.candidates);
    case "not_faulty":
      return new RulesError("CrownheadError", `${text} is marked as faulty, but it is legal`);
    case "wrong": {
      const reason = refused.reason && unruled(refused.reason);
      const what = refused.what || `Game: ${reason?.code}`;
      return new RulesError(reason ? "InvalidRules" : "InvalidRecord", what, reason);
    }
    case "too_complex":
      return new TooComplex();
    default:
      return new RulesError("CrownheadError", `Move '${text}' is legal, not faulty`);
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
    events: [...game.events],
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
  if (!Array.isArray(events)) throw wrong("events is not a list");
  const game = new Game(readSetup(core, record["setup"]));
  for (const [index, event] of events.entries()) {
    try {
      game.addStored(event);
    } catch (error) {
      throw wrong(`event ${index}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return game;
}
