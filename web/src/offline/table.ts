/** One table on this device: a game as its log makes it, and what the players do at it. */

import { EVENTS } from "../generated/law";
import facts from "../generated/offline.json";
import type { Act, GameSummary, Lot, PlayerView, Snapshot } from "../generated/messages";
import type { Card } from "../core/decks";
import { RulesError } from "../core/errors";
import { Game, recordOf } from "../core/game";
import { isPrintable, stripped } from "../core/names";
import { drawn, lotOf, type Draw } from "./lots";
import { other } from "../core/position";
import { isKnown, isRecord, type Side, type Variant } from "../core/rules";
import { agree } from "../core/setup";
import type { Terms } from "./terms";

/** One line of a log; `command` is the client's id of what brought it about. */
export interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly at: number;
  readonly command?: string;
  readonly [field: string]: unknown;
}

export interface Seat {
  readonly name: string;
  readonly kind: "guest" | "engine";
  readonly level: number | null;
  readonly side: Side;
}

export type Phase = "lots" | "playing" | "over" | "aborted";

/** The acts that are no events of the game. */
const BESIDE = ["abort", "contribute", "rematch", "rematch_decline", "next"] as const;
type GameAct = Exclude<Act, { readonly kind: (typeof BESIDE)[number] }>;

/** Refused by the table itself: the key of a sentence, beneath `server.`. */
export class TableRefuses extends Error {
  constructor(
    readonly code: "bad_message" | "no_seat" | "not_allowed" | "unavailable" | "unknown_game",
    readonly text: string = code,
  ) {
    super(text);
  }
}

/** The characters of what somebody adds to the lots. */
const LONGEST_LINE = 100;

export class Table {
  readonly log: Entry[] = [];
  /** What happened and is not stored yet. */
  fresh: Entry[] = [];
  readonly seats: Seat[] = [];
  readonly commands = new Map<string, number>();
  aborted = false;
  next: string | null = null;
  /** The card with which the game began. */
  card: Card | null = null;
  #game: Game;
  #begun: boolean;
  #draw: Draw | null = null;
  #noted = 0;

  constructor(
    readonly id: string,
    readonly terms: Terms,
    readonly created: number,
    /** The cards of the game; only a round needs them. */
    readonly cards: readonly Card[] = [],
  ) {
    this.#begun = terms.deck === null;
    // What is shown until the real one begins knows nothing of what was agreed.
    this.#game = new Game(this.#begun ? terms.setup : agree(terms.setup.start, {}));
  }

  get game(): Game {
    return this.#game;
  }

  get seq(): number {
    return this.log.length;
  }

  get phase(): Phase {
    if (this.aborted) return "aborted";
    if (!this.#begun) return "lots";
    return this.game.outcome ? "over" : "playing";
  }

  /** The time of the last entry. */
  get lastAt(): number {
    return this.log.at(-1)?.at ?? this.created;
  }

  /** The sides that are played here. */
  get you(): readonly Side[] {
    const { rival, side } = this.terms;
    return rival === "computer" ? [side] : ["white", "black"];
  }

  seat(side: Side): Seat | undefined {
    return this.seats.find((seat) => seat.side === side);
  }

  /** Whether the game can still be given up without a result. */
  get canAbort(): boolean {
    if (this.phase === "lots") return true;
    return this.phase === "playing" && this.game.state.can_abort;
  }

  /** The lots that are or were drawn here. */
  get lots(): Lot[] {
    return this.#draw ? [lotOf(this.#draw, this.cards, this.#begun)] : [];
  }

  /** The game with the name of its house rules. */
  get named(): Variant {
    const { variant } = this.game;
    const { house } = this.terms;
    return isKnown(variant) ? variant : { ...variant, names: { de: house, en: house } };
  }

  // What happens

  /** Follow stored entries; throws `RulesError` where they are damaged. */
  load(entries: readonly unknown[]): void {
    for (const entry of entries) {
      if (!isRecord(entry) || entry["seq"] !== this.seq + 1) {
        throw new RulesError("InvalidRecord", `log: entry ${this.seq + 1} is missing`);
      }
      this.#follow(entry as unknown as Entry);
    }
  }

  /** Let something happen at the table itself. */
  add(kind: string, at: number, body: Readonly<Record<string, unknown>> = {}): void {
    const entry = { seq: this.seq + 1, kind, ...body, at };
    this.#follow(entry);
    this.fresh.push(entry);
  }

  /** Put into the log what has happened in the game since. */
  note(at: number): void {
    for (const event of this.game.events.slice(this.#noted)) {
      const entry: Entry = { seq: this.seq + 1, ...event, at } as unknown as Entry;
      this.log.push(entry);
      this.fresh.push(entry);
      this.#noted += 1;
    }
  }

  /** Give the last fresh entry the id of the command that brought it about. */
  sign(command: string): void {
    const last = this.fresh.pop();
    if (!last) return;
    const signed = { ...last, command };
    this.fresh.push(signed);
    this.log[this.log.length - 1] = signed;
    this.commands.set(command, signed.seq);
  }

  #follow(entry: Entry): void {
    const { seq: _seq, command, at, ...event } = entry;
    if (!this.#atTable(entry)) {
      this.game.addStored({ ...event, ...this.ofGame(at) });
      this.#noted += 1;
    }
    this.log.push(entry);
    if (command) this.commands.set(command, entry.seq);
  }

  /** Follow what happens at the table itself; false: it is for the game. */
  #atTable(entry: Entry): boolean {
    switch (entry.kind) {
      case "seated": {
        const { name, who: kind, level, side } = entry as unknown as Seat & { who: Seat["kind"] };
        this.seats.push({ name, kind, level, side });
        const { deck, first } = this.terms;
        if (first && this.seats.length === 2) {
          const card = this.cards.find((each) => each.deck === deck && each.number === first.card);
          this.#begin(card, entry.at);
        }
        return true;
      }
      case "lots":
        this.#draw = { deck: this.terms.deck!, seed: this.terms.seed, contributions: [] };
        return true;
      case "contributed": {
        const { contributions } = this.#draw!;
        this.#draw = { ...this.#draw!, contributions: [...contributions, String(entry["text"])] };
        return true;
      }
      case "drawn":
        this.#begin(drawn(this.#draw!, this.cards), entry.at + Number(entry["shown"] ?? 0));
        return true;
      case "aborted":
        this.aborted = true;
        return true;
      case "followed":
        this.next = String(entry["game"]);
        return true;
      case "held":
        return true;
      default:
        return false;
    }
  }

  /** Begin with a card: its moves are played out, and take no time; the clock runs from `at` on. */
  #begin(card: Card | undefined, at: number): void {
    if (!card) throw new RulesError("InvalidRecord", "log: there is no such card");
    const { start, ...agreed } = this.terms.setup;
    const from = card.start ? start.ruleset.read(card.start) : start;
    const game = new Game(agree(from, { ...agreed, opening: card.moves.length }));
    for (const move of card.moves) game.play(move, game.turn, agreed.time ? at : undefined);
    this.card = card;
    this.#game = game;
    this.#noted = game.events.length;
    this.#begun = true;
  }

  // What a player does

  /** Let the player act; throws what refuses it, and then nothing has happened but a flag fall. */
  act(act: Act, at: number): void {
    if (act.kind === "contribute") {
      this.#contribute(act.text, at);
      return;
    }
    if (act.kind === "abort") {
      if (!this.canAbort) throw new TableRefuses("not_allowed", "abort_too_late");
      this.add("aborted", at, { by: this.terms.side });
      return;
    }
    if (act.kind === "rematch_decline") throw new TableRefuses("not_allowed", "no_rematch");
    if (isBeside(act)) throw new TableRefuses("not_allowed");
    const by = this.#side(act);
    if (this.phase === "lots") throw new TableRefuses("not_allowed", "not_begun");
    if (this.phase === "aborted") throw new TableRefuses("not_allowed", "aborted");
    this.flag(at);
    this.#play(by, act, this.ofGame(at));
    this.note(at);
  }

  /** Add a line to the lots, which are drawn at once: nobody else has to. */
  #contribute(said: string, at: number): void {
    if (this.phase !== "lots") throw new TableRefuses("not_allowed", "no_lots");
    const text = stripped(said);
    const fits = text !== "" && [...said].length <= LONGEST_LINE && isPrintable(text);
    if (!fits) throw new TableRefuses("bad_message");
    this.add("contributed", at, { text });
    // Public from now on, as at a server: whoever has the log can draw again.
    const { toss, card } = facts.shown;
    const shown = (this.terms.toss ? toss : 0) + card;
    this.add("drawn", at, { seeds: { card: this.terms.seed }, shown });
  }

  /**
   * The time that an event of the game holds: only where a clock measures it, and not before the
   * players have seen the draw.
   */
  ofGame(at: number): { readonly at?: number } {
    return this.game.setup.time ? { at: Math.max(at, this.game.state.at ?? 0) } : {};
  }

  /** Let the flag fall if it has to. */
  flag(at: number): boolean {
    const side = this.phase === "playing" ? this.game.fallen(at) : null;
    if (side === null) return false;
    this.game.add({ kind: "time_forfeited", side, at });
    this.note(at);
    return true;
  }

  /** Stop the clock at the time of the last event: nobody was there since. */
  hold(at: number): void {
    const { clock, at: last } = this.game.state;
    if (this.phase !== "playing" || clock === null || clock.since === null) return;
    this.add("held", at);
    this.game.add({ kind: "paused", at: last ?? at });
    this.note(at);
  }

  #side(act: GameAct): Side {
    const own = this.you;
    if (act.by) {
      if (!own.includes(act.by)) throw new TableRefuses("no_seat");
      return act.by;
    }
    const wanted = this.game.authorOf(EVENTS[act.kind]);
    return own.includes(wanted) ? wanted : own[0]!;
  }

  #play(by: Side, act: GameAct, timed: { readonly at?: number }): void {
    if (act.kind === "move") {
      this.game.play(act.text, by, timed.at);
      return;
    }
    const { kind, by: _by, ...said } = act;
    const owner = kind === "pause" || kind === "resume" ? {} : { by };
    const plies = kind === "takeback" ? { plies: 1 } : {};
    this.game.add({ kind: EVENTS[kind], ...owner, ...plies, ...said, ...timed });
    // Nobody else has to agree.
    if (kind === "takeback") {
      this.game.add({ kind: "takeback_accepted", by: other(by), ...timed });
    }
  }
}

function isBeside(act: Act): act is Exclude<Act, GameAct> {
  return (BESIDE as readonly string[]).includes(act.kind);
}

/** What readers see of an entry: what a server would send. */
export function publicEntry(entry: Entry): Snapshot["events"][number] {
  const { command: _command, ...shown } = entry;
  return shown as object as Snapshot["events"][number];
}

/** One game in a list, as the server lists its own. */
export function cardOf(table: Table): GameSummary {
  const { game, phase, you, created } = table;
  const { winner } = game.outcome ?? { winner: null };
  const decided = winner ? (winner === "white" ? "1-0" : "0-1") : "1/2-1/2";
  return {
    game: table.id,
    variant: game.variant.key,
    house: isKnown(game.variant) ? null : { ...table.named },
    phase,
    players: playersOf(table),
    you,
    turn: phase === "playing" ? game.turn : null,
    result: game.outcome ? decided : null,
    created,
  };
}

export function playersOf(table: Table): { white: PlayerView | null; black: PlayerView | null } {
  const view = (side: Side): PlayerView | null => {
    const seat = table.seat(side);
    return seat ? { name: seat.name, kind: seat.kind, level: seat.level, rating: null } : null;
  };
  return { white: view("white"), black: view("black") };
}

/** A game with the record that hands it to a server. */
export function recordFor(table: Table): Record<string, unknown> {
  return recordOf(table.game, tossedNamesOf(table) ?? namesOf(table), table.named);
}

/** The names as a toss of before has them; the player of this device stands first in it. */
function tossedNamesOf({ terms }: Table): Readonly<Record<Side, string>> | null {
  if (!terms.toss?.players) return null;
  const [mine, rival] = terms.toss.players;
  return terms.side === "white" ? { white: mine, black: rival } : { white: rival, black: mine };
}

/** The players' names, told apart. */
export function namesOf(table: Table): Readonly<Record<Side, string>> {
  const { first } = table.terms;
  if (first) return { white: first.players[0], black: first.players[1] };
  const [white, black] = [table.seat("white")?.name ?? "", table.seat("black")?.name ?? ""];
  return { white, black: black === white ? `${black} (2)` : black };
}
