/**
 * The games of this device behind the server's own messages. Whatever happens is kept before it is
 * answered; messages are taken one after the other, while the engine thinks beside them.
 */

import type { ClientMessage, Refused, Snapshot } from "../generated/messages";
import facts from "../generated/offline.json";
import { Course } from "./course";
import { RulesError } from "../core/errors";
import { handIn, type Post } from "./handin";
import { leaving, listing } from "./listing";
import {
  PLAIN,
  newLocal,
  type Asked,
  type DeviceAnswer,
  type DeviceMessage,
  type HandedIn,
  type HandOver,
  type Write,
} from "./messages";
import { agreed, begin, followed } from "./opening";
import { hint } from "./opponent";
import { pdn } from "../core/pdn";
import { picture } from "../pictures/picture";
import type { Ruleset } from "../core/position";
import { isFirstOfRound } from "./round";
import { ruleOf, squaresOf, movesOf, type Refusal, type Speech } from "../text/sentences";
import { Conflict } from "./store";
import { namesOf, publicEntry, TableRefuses, type Entry, type Table } from "./table";
import { Damaged, type Tables } from "./tables";
import { Stopped, type Thinker } from "../engine/thinking";
import { historyOf, viewOf } from "./view";

export interface Dependencies {
  readonly tables: Tables;
  readonly thinker: Thinker;
  /** False where the browser keeps nothing. */
  readonly kept: boolean;
  readonly speak: (language: string) => Promise<Speech>;
  readonly say: (answer: DeviceAnswer) => void;
  readonly post: Post;
  readonly now: () => number;
  /** Tell other tabs that a game has changed. */
  readonly tell: (game: string) => void;
}

type Ask<T extends ClientMessage["t"]> = Extract<ClientMessage, { readonly t: T }>;

export class Host {
  #speech: Speech | null = null;
  #queue: Promise<void> = Promise.resolve();
  readonly #watched = new Set<string>();
  /** Games on their way to the server. */
  readonly #leaving = new Map<string, Promise<HandedIn[]>>();
  readonly #course: Course;

  constructor(readonly dependencies: Dependencies) {
    this.#course = new Course(dependencies, {
      watched: this.#watched,
      later: (job) => {
        this.#queue = this.#queue.then(job);
      },
      keep: (table) => this.#keep(table),
      show: (game) => this.#show(game),
    });
  }

  /** Take a message; the answers come by `say`. */
  hear(message: DeviceMessage): Promise<void> {
    this.#queue = this.#queue.then(() => this.#take(message));
    return this.#queue;
  }

  /** Hear that another tab has changed a game. */
  changed(game: string): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      if (!this.#watched.has(game)) return;
      try {
        this.#snapshot(await this.dependencies.tables.open(game), 0);
      } catch {
        // Whoever asks next is told what is wrong.
      }
    });
    return this.#queue;
  }

  async #take(message: DeviceMessage): Promise<void> {
    const id = "id" in message ? message.id : null;
    const game = "game" in message ? (message.game ?? null) : null;
    try {
      this.#speech ??= await this.dependencies.speak("en");
      await this.#answer(message);
    } catch (error) {
      if (error instanceof Conflict && game) {
        await this.#stale(game, id);
        return;
      }
      const typed = "text" in message ? message.text : "";
      this.#refuse(await this.#refusal(error, game, typed), id, game);
    }
  }

  async #answer(message: DeviceMessage): Promise<void> {
    const { tables, say, now } = this.dependencies;
    switch (message.t) {
      case "hello":
        this.#speech = await this.dependencies.speak(message.lang ?? "en");
        say({ t: "welcome", name: "", version: facts.version, time: now() });
        return;
      case "watch": {
        const table = await tables.open(message.game);
        this.#watched.add(message.game);
        tables.presence.enter(message.game);
        this.#snapshot(table, message.since ?? 0);
        this.#course.consider(table);
        return;
      }
      case "unwatch":
        this.#watched.delete(message.game);
        tables.presence.leave(message.game);
        this.#course.forsake(message.game);
        return;
      case "do":
        return this.#act(message);
      case "explain":
        return this.#explain(message);
      case "hint": {
        const table = await tables.open(message.game);
        // The engine thinks beside the queue, so that the game can go on meanwhile.
        void this.#hint(message, table);
        return;
      }
      case "history": {
        const plies = historyOf(await tables.open(message.game));
        say({ t: "history", id: message.id, game: message.game, plies });
        return;
      }
      case "lobby":
        say({ t: "lobby", offers: [], games: 0 });
        return;
      case "watch_event":
      case "unwatch_event":
        return; // a device has no competitions
      default:
        return this.#serve(message);
    }
  }

  /** Do what only this device can do. */
  async #serve(message: Exclude<Asked, ClientMessage>): Promise<void> {
    const { tables, say, now } = this.dependencies;
    const { id } = message;
    switch (message.t) {
      case "create": {
        const { wish, name } = message;
        const rival = wish.opponent.kind === "same_device" ? (wish.opponent.name ?? "2") : "";
        const terms = { ...agreed(tables.core, wish), toss: message.toss ?? null };
        const cards = await tables.cardsFor(terms);
        const table = begin(newLocal(), terms, name, rival, now(), cards);
        await tables.create(table);
        say({ t: "created", id, begun: { game: table.id, you: table.you, code: null } });
        return;
      }
      case "list":
        return this.#list(id);
      case "look": {
        const table = await tables.open(message.game);
        say({ t: "looked", id, view: viewOf(table, this.#speech!) });
        return;
      }
      case "remove":
        this.#forget(message.game);
        await tables.store.remove(message.game);
        say({ t: "removed", id });
        return;
      case "write":
        say({ t: "written", id, text: await this.#written(message) });
        return;
      case "hand_over":
        // The network is waited for beside the queue.
        void this.#handOver(message);
        return;
    }
  }

  // In a game

  async #act(message: Ask<"do">): Promise<void> {
    const { tables, say, now } = this.dependencies;
    const { id, game, seq, act } = message;
    await this.#leaving.get(game);
    const table = await tables.open(game);
    const known = table.commands.get(id);
    if (known !== undefined) {
      say({ t: "ack", id, game, seq: known, next: null });
      return;
    }
    if (!(await tables.stays(game))) throw new TableRefuses("not_allowed");
    if (act.kind === "rematch" || act.kind === "next") return this.#further(table, id, act.kind);
    if (seq !== table.seq) return this.#stale(game, id);
    try {
      table.act(act, Math.max(now(), table.lastAt));
    } catch (error) {
      await this.#keep(table); // a flag may have fallen
      throw error;
    }
    table.sign(id);
    const entries = await tables.keep(table);
    // Who is told that it is done has seen what it led to.
    this.#tell(table, entries);
    say({ t: "ack", id, game, seq: table.seq, next: null });
  }

  /** Begin the game that follows: the second of a round, or a rematch. */
  async #further(table: Table, id: string, kind: "next" | "rematch"): Promise<void> {
    const { tables, say, now } = this.dependencies;
    if (table.next === null) {
      const fits = isFirstOfRound(table) === (kind === "next");
      if (table.phase !== "over" || !fits) {
        throw new TableRefuses("not_allowed", "no_further_game");
      }
      const after = followed(newLocal(), table, now());
      await tables.create(after);
      table.add("followed", Math.max(now(), table.lastAt), { game: after.id });
      await this.#keep(table);
    }
    say({ t: "ack", id, game: table.id, seq: table.seq, next: table.next });
  }

  async #written({ game, kind }: Write): Promise<string> {
    const table = await this.dependencies.tables.open(game);
    if (kind === "svg") return picture(table.game, this.#speech!.words);
    const cards = await this.dependencies.tables.cardsAbout(table);
    return pdn(table.game, { players: namesOf(table), created: table.created, cards });
  }

  async #explain({ id, game, text }: Ask<"explain">): Promise<void> {
    const table = await this.dependencies.tables.open(game);
    const reason = table.game.explain(text);
    const { ruleset } = table.game.setup.start;
    const rule = reason ? ruleOf(reason.code, ruleset.variant.key) : "";
    this.dependencies.say({
      t: "reason",
      id,
      rule,
      sentence: reason ? this.#speech!.reason(reason, ruleset) : "",
      squares: reason ? squaresOf(reason) : [],
      moves: reason ? movesOf(reason) : [],
      reason: reason && { ...reason, rule },
    });
  }

  async #hint({ id, game }: Ask<"hint">, table: Table): Promise<void> {
    const { ply } = table.game.state;
    try {
      if (table.phase !== "playing") throw new TableRefuses("not_allowed", "no_hint");
      const line = await hint(table, this.dependencies.thinker);
      this.dependencies.say({ t: "hint", id, game, ply, text: line[0] ?? "", line });
    } catch (error) {
      const stopped = error instanceof Stopped;
      const why = stopped ? new TableRefuses("not_allowed", "no_hint") : error;
      this.#refuse(await this.#refusal(why, game), id, game);
    }
  }

  /** Keep and tell what has happened. */
  async #keep(table: Table): Promise<void> {
    const entries = await this.dependencies.tables.keep(table);
    if (entries.length > 0) this.#tell(table, entries);
  }

  #tell(table: Table, entries: readonly Entry[]): void {
    const { id: game, seq } = table;
    const events = entries.map(publicEntry);
    const view = viewOf(table, this.#speech!);
    if (this.#watched.has(game)) this.dependencies.say({ t: "event", game, seq, events, view });
    this.dependencies.tell(game);
    this.#course.consider(table);
  }

  #snapshot(table: Table, since: number): void {
    const { id: game, seq, you } = table;
    const snapshot: Snapshot = {
      t: "snapshot",
      game,
      seq,
      you,
      here: { white: true, black: true },
      code: null,
      time: this.dependencies.now(),
      events: table.log.slice(since).map(publicEntry),
      view: viewOf(table, this.#speech!),
    };
    this.dependencies.say(snapshot);
  }

  /** Read a table anew and show it: what was thought to happen has not been kept. */
  async #show(game: string): Promise<void> {
    this.dependencies.tables.forget(game);
    try {
      const table = await this.dependencies.tables.open(game);
      if (this.#watched.has(game)) this.#snapshot(table, 0);
    } catch (error) {
      this.#refuse(await this.#refusal(error, game), null, game);
    }
  }

  // All games

  async #list(id: string): Promise<void> {
    const { tables, kept, say } = this.dependencies;
    const { games, damaged } = listing(await tables.store.headers());
    const { sentence } = await this.#refusal(new Damaged("its header cannot be read"), null);
    const broken = damaged.map((game) => ({ game, sentence }));
    say({ t: "games", id, games, damaged: broken, kept });
  }

  async #handOver(message: HandOver): Promise<void> {
    const { tables, say } = this.dependencies;
    const games: HandedIn[] = [];
    for (const [id] of leaving(await tables.store.headers())) {
      // While others left, a second game may have been begun.
      const now = leaving(await tables.store.headers());
      const round = now.find((each) => each.includes(id!)) ?? [];
      const wanted =
        message.game === undefined ? await this.#areLeft(round) : round.includes(message.game);
      if (!wanted) continue;
      const handing = this.#leave(round, message.skew);
      for (const game of round) this.#leaving.set(game, handing);
      games.push(...(await handing));
      for (const game of round) this.#leaving.delete(game);
    }
    say({ t: "handed_over", id: message.id, games });
  }

  async #leave(games: readonly string[], skew: number): Promise<HandedIn[]> {
    try {
      return await handIn(this.dependencies.tables, games, skew, this.dependencies.post);
    } catch (error) {
      const { sentence } = await this.#refusal(error, games[0] ?? null);
      return games.map((game) => ({ game, server: null, sentence }));
    }
  }

  /** Whether nobody follows any of these games, here or in another tab. */
  async #areLeft(games: readonly string[]): Promise<boolean> {
    const { presence } = this.dependencies.tables;
    for (const game of games) {
      if (this.#watched.has(game) || !(await presence.alone(game))) return false;
    }
    return games.length > 0;
  }

  #forget(game: string): void {
    this.#watched.delete(game);
    this.dependencies.tables.presence.leave(game);
    this.#course.forget(game);
    this.dependencies.tables.forget(game);
  }

  // Refusals

  async #stale(game: string, id: string | null): Promise<void> {
    const table = await this.dependencies.tables.open(game);
    const sentence = this.#speech!.said("stale");
    this.#refuse({ code: "stale", sentence, seq: table.seq }, id, game);
    this.#snapshot(table, 0);
  }

  async #refusal(error: unknown, game: string | null, typed = ""): Promise<Refusal> {
    const speech = this.#speech!;
    if (error instanceof TableRefuses) {
      return { code: error.code, sentence: speech.said(error.text) };
    }
    if (error instanceof Damaged) {
      const said = speech.refusal(new RulesError("InvalidRecord", error.message), null);
      return said ?? { code: "unavailable", sentence: error.message };
    }
    const refusal = speech.refusal(error, game ? await this.#rulesetOf(game) : null, typed);
    if (refusal) return refusal;
    console.error(error);
    return { code: "unavailable", sentence: speech.said("unavailable") };
  }

  async #rulesetOf(game: string): Promise<Ruleset | null> {
    try {
      return (await this.dependencies.tables.open(game)).game.setup.start.ruleset;
    } catch {
      return null; // the error itself says what is wrong
    }
  }

  #refuse(refusal: Refusal, id: string | null, game: string | null): void {
    this.dependencies.say({ t: "refused", ...PLAIN, ...refusal, id, game } satisfies Refused);
  }
}
