import { describe, expect, test, vi } from "vitest";
import { commitmentOf } from "../../src/game/lots";
import { toss } from "../../src/game/tossing";
import type { Act, NewGame } from "../../src/generated/messages";
import type { Library } from "../../src/core/decks";
import type { DeviceMessage, HandedIn } from "../../src/offline/messages";
import { FleetingStore } from "../../src/offline/store";
import { library } from "./golden";
import { ALONE, act, beginGame, lastView, Stage } from "./stage";

const ROUND: NewGame = { ...ALONE, side: "black", ballot: "english-3move" };

describe("a round of two games with one card", () => {
  test("is drawn in the open, played with sides swapped, and its score carried", async () => {
    const store = new FleetingStore();
    const stage = new Stage(store);
    const game = await beginGame(stage, ROUND);
    expect(lastView(stage)).toMatchObject({ phase: "lots", lots: [{ seed: "", result: "" }] });
    const { commitment } = lastView(stage).lots[0]!;
    // The secret and the draw outlive the worker.
    const second = new Stage(store);
    await second.ask({ t: "watch", game }, "snapshot");
    let seq = await act(second, game, 3, { kind: "contribute", text: "a line" });
    const { lots, match, moves } = lastView(second);
    expect(lots[0]).toMatchObject({
      commitment,
      contributions: ["a line"],
      result: match!.card!.code,
    });
    expect(await commitmentOf(lots[0]!)).toBe(commitment);
    expect(moves).toHaveLength(3);
    expect(match).toMatchObject({ players: ["Anna", "Bob"], score: [0, 0], number: 1 });
    expect(lastView(second).allowed["white"]).not.toContain("next");
    seq = await act(second, game, seq, { kind: "resign", by: "white" });
    expect(lastView(second).match!.score).toEqual([2, 0]);
    const again = { t: "do", id: second.id(), game, seq, act: { kind: "rematch" } } as const;
    expect((await second.ask(again, "refused")).code).toBe("not_allowed");
    const further = { t: "do", id: second.id(), game, seq, act: { kind: "next" } } as const;
    const next = (await second.ask(further, "ack")).next!;
    const third = new Stage(store);
    const { view } = await third.ask({ t: "watch", game: next }, "snapshot");
    expect(view).toMatchObject({ moves, phase: "playing", players: { white: { name: "Anna" } } });
    await act(third, next, 2, { kind: "resign", by: "white" });
    expect(lastView(third).match).toMatchObject({ games: [game, next], over: true, winner: null });
    expect(lastView(third).match!.score).toEqual([2, 2]);
    expect(lastView(third).allowed["black"]).toContain("rematch");
  });

  test("is begun by the computer where the card leaves the move to it", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, { ...ROUND, opponent: { kind: "computer", level: 1 } });
    await act(stage, game, 3, { kind: "contribute", text: "a line" });
    const { view } = await stage.until("event", 0, ({ view }) => view.ply === 4);
    expect(view.turn).toBe("black");
  });

  test("is not damaged where its cards cannot be fetched now", async () => {
    const store = new FleetingStore();
    const game = await beginGame(new Stage(store), ROUND);
    const decks = vi.fn<Library>(library).mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const stage = new Stage(store, undefined, undefined, decks);
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await stage.ask({ t: "watch", game }, "refused")).code).toBe("unavailable");
    silent.mockRestore();
    const { view } = await stage.ask({ t: "watch", game }, "snapshot");
    expect(view.phase).toBe("lots");
  });

  test("does not take lines that nobody sees, nor a second one", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, ROUND);
    const say = (text: string) =>
      stage.ask(
        { t: "do", id: stage.id(), game, seq: 3, act: { kind: "contribute", text } },
        "refused",
      );
    expect((await say(" \u200b\n")).code).toBe("bad_message");
    expect((await say(" ")).sentence).toMatch(/\w+.*\.$/);
    const seq = await act(stage, game, 3, { kind: "contribute", text: "a line" });
    const late = { t: "do", id: stage.id(), game, seq, act: { kind: "contribute", text: "b" } };
    expect((await stage.ask(late as DeviceMessage, "refused")).code).toBe("not_allowed");
  });
});

describe("a round is handed to the server", () => {
  interface Body {
    readonly id: string;
    readonly you: readonly string[];
    readonly level: number | null;
    readonly toss: unknown;
    readonly record: {
      readonly white: string;
      readonly black: string;
      readonly toss: unknown;
      readonly players: readonly string[];
      readonly draw: Readonly<Record<string, unknown>>;
      readonly games: readonly {
        readonly white: string;
        readonly events: readonly { readonly at?: number }[];
      }[];
    };
  }

  type Sent = (path: string, body: unknown) => Promise<Response>;

  const accept = () =>
    vi.fn<Sent>(async () =>
      Response.json({ game: "Abc123", you: [], code: null }, { status: 201 }),
    );
  const bodyOf = (post: ReturnType<typeof accept>): Body => post.mock.lastCall![1] as Body;

  async function handOver(stage: Stage, skew = 0): Promise<readonly HandedIn[]> {
    const from = stage.said.length;
    await stage.host.hear({ t: "hand_over", id: stage.id(), skew });
    return (await stage.until("handed_over", from)).games;
  }

  async function goOn(stage: Stage, game: string, seq: number): Promise<string> {
    const act = { kind: "next" } as const;
    const ack = await stage.ask({ t: "do", id: stage.id(), game, seq, act }, "ack");
    await stage.host.hear({ t: "unwatch", game });
    await stage.ask({ t: "watch", game: ack.next! }, "snapshot");
    return ack.next!;
  }

  const listGames = async (stage: Stage) =>
    (await stage.ask({ t: "list", id: stage.id() }, "games")).games;

  test("both games together, when neither is followed", async () => {
    const post = accept();
    const stage = new Stage(new FleetingStore(), post);
    const game = await beginGame(stage, { ...ROUND, time: "300" });
    // Nothing is drawn yet that could be handed in.
    await stage.host.hear({ t: "unwatch", game });
    expect(await handOver(stage)).toEqual([]);
    expect((await listGames(stage)).map(({ stays }) => stays)).toEqual([true]);
    await stage.ask({ t: "watch", game }, "snapshot");
    const { commitment } = lastView(stage).lots[0]!;
    let seq = await act(stage, game, 3, { kind: "contribute", text: "a line" });
    seq = await act(stage, game, seq, { kind: "resign", by: "white" });
    const second = await goOn(stage, game, seq);
    expect(await handOver(stage)).toEqual([]);
    expect((await listGames(stage)).map(({ stays }) => stays)).toEqual([false, false]);
    await stage.host.hear({ t: "unwatch", game: second });
    expect(await handOver(stage, -100_000)).toEqual([
      { game, server: "Abc123", sentence: "" },
      { game: second, server: "Abc123", sentence: "" },
    ]);
    expect(post).toHaveBeenCalledTimes(1);
    const { id, you, level, record } = bodyOf(post);
    expect([id, you, level]).toEqual([`${second}-2`, ["black", "white"], null]);
    expect(record).toMatchObject({ format: "crownhead-match", toss: null });
    expect(record.players).toEqual(["Anna", "Bob"]);
    expect(record.draw).toMatchObject({ commitment, contributions: ["a line"] });
    expect(record.games.map(({ white }) => white)).toEqual(["Bob", "Anna"]);
    // The clock of the first waits until the card has been seen.
    for (const { events } of record.games) expect(events[0]!.at).toBeLessThan(stage.time - 94_000);
    expect(await handOver(stage)).toEqual([]);
    expect((await listGames(stage)).map(({ handed }) => handed)).toEqual(["Abc123", "Abc123"]);
  });

  test("with the toss that decided about its sides (E5)", async () => {
    const { drawn } = toss("a line");
    const { seed, contributions, commitment, sides } = drawn;
    const handed = { seed, contributions, commitment };
    const handInAfter = async (line: string): Promise<unknown> => {
      const post = accept();
      const stage = new Stage(new FleetingStore(), post);
      const wish = { ...ROUND, side: sides![0]! };
      const from = stage.said.length;
      await stage.host.hear({ t: "create", id: stage.id(), wish, name: "Anna", toss: handed });
      const { game } = (await stage.until("created", from)).begun;
      await stage.ask({ t: "watch", game }, "snapshot");
      let seq = await act(stage, game, 3, { kind: "contribute", text: line });
      seq = await act(stage, game, seq, { kind: "resign", by: "white" });
      const second = await goOn(stage, game, seq);
      seq = await act(stage, second, 2, { kind: "resign", by: "white" });
      await stage.host.hear({ t: "unwatch", game: second });
      await handOver(stage);
      return bodyOf(post).record;
    };
    expect(await handInAfter("a line")).toMatchObject({ toss: handed });
    // Lots with other contributions than the card's would be refused with the whole round.
    expect(await handInAfter("another")).toMatchObject({ toss: null });
  });

  test.each([
    ["white", {}],
    ["black", {}],
    // As it was before, between names: those of the toss are the players'.
    ["white", { players: ["Ann", "Bob"] as const }],
    ["black", { players: ["Ann", "Bob"] as const }],
  ] as const)("with its toss, beside or in the record: %s, %o (E5)", async (side, named) => {
    let tossed = toss("a line");
    while (tossed.side !== side) tossed = toss("a line");
    const { seed, contributions, commitment } = tossed.drawn;
    const given = { ...named, seed, contributions, commitment };
    const mine = "players" in named ? "Ann" : "Anna";
    const handInAfter = async (wish: NewGame, acts: readonly Act[]): Promise<Body> => {
      const post = accept();
      const stage = new Stage(new FleetingStore(), post);
      const from = stage.said.length;
      const id = stage.id();
      await stage.host.hear({
        t: "create",
        id,
        wish: { ...wish, side },
        name: "Anna",
        toss: given,
      });
      const { game } = (await stage.until("created", from)).begun;
      let { seq } = await stage.ask({ t: "watch", game }, "snapshot");
      for (const done of acts) seq = await act(stage, game, seq, done);
      await stage.host.hear({ t: "unwatch", game });
      await handOver(stage);
      return bodyOf(post);
    };
    const move: Act = { kind: "move", text: "11-15" };
    const single = await handInAfter(ALONE, [move]);
    expect(single.toss).toEqual(given);
    const names = side === "black" ? [mine, "Bob"] : ["Bob", mine];
    expect([single.record.black, single.record.white]).toEqual(names);
    const line: Act = { kind: "contribute", text: "a line" };
    const round = await handInAfter(ROUND, [line, { kind: "resign", by: "white" }]);
    expect(round.toss).toBeNull();
    expect(round.record.toss).toEqual(given);
    // The one whose device it is has the first seat of a toss.
    const rival = "players" in named && side === "white";
    expect(round.record.players).toEqual(rival ? ["Bob", "Anna"] : ["Anna", "Bob"]);
  });

  test("a rematch, whose sides follow from the game before, has no toss", async () => {
    const { seed, contributions, commitment } = toss("a line").drawn;
    const given = { seed, contributions, commitment };
    const post = accept();
    const stage = new Stage(new FleetingStore(), post);
    const from = stage.said.length;
    const wish: NewGame = { ...ALONE, side: "black" };
    await stage.host.hear({ t: "create", id: stage.id(), wish, name: "Anna", toss: given });
    const { game } = (await stage.until("created", from)).begun;
    const { seq } = await stage.ask({ t: "watch", game }, "snapshot");
    const ended = await act(stage, game, seq, { kind: "resign", by: "white" });
    const again = { t: "do", id: stage.id(), game, seq: ended, act: { kind: "rematch" } } as const;
    const rematch = (await stage.ask(again, "ack")).next!;
    await stage.host.hear({ t: "unwatch", game });
    await handOver(stage);
    expect(post.mock.calls.map(([, body]) => (body as Body).toss)).toEqual(
      expect.arrayContaining([given, null]),
    );
    expect(rematch).not.toBe(game);
  });

  test("between its games, and what is refused goes on here", async () => {
    const answers = [null, Response.json({ sentence: "No." }, { status: 409 })];
    const post = vi.fn<Sent>(async () => answers.shift()!);
    const stage = new Stage(new FleetingStore(), post);
    const game = await beginGame(stage, { ...ROUND, opponent: { kind: "computer", level: 2 } });
    let seq = await act(stage, game, 3, { kind: "contribute", text: "a line" });
    await stage.until("event", 0, ({ view }) => view.turn === "black");
    seq = (await stage.ask({ t: "watch", game }, "snapshot")).seq;
    seq = await act(stage, game, seq, { kind: "resign" });
    await stage.host.hear({ t: "unwatch", game });
    expect(await handOver(stage)).toEqual([{ game, server: null, sentence: "" }]);
    expect(await handOver(stage)).toEqual([{ game, server: null, sentence: "No." }]);
    const body = bodyOf(post);
    expect([body.you, body.level, body.record.games.length]).toEqual([["black"], 2, 1]);
    expect(await listGames(stage)).toMatchObject([{ game, declined: "No.", stays: true }]);
    await stage.ask({ t: "watch", game }, "snapshot");
    await goOn(stage, game, seq);
  });

  test("the first alone where the second was given up", async () => {
    const post = accept();
    const stage = new Stage(new FleetingStore(), post);
    const game = await beginGame(stage, {
      ...ROUND,
      opponent: { kind: "same_device", name: "Anna" },
    });
    let seq = await act(stage, game, 3, { kind: "contribute", text: "a line" });
    seq = await act(stage, game, seq, { kind: "resign", by: "white" });
    const second = await goOn(stage, game, seq);
    await act(stage, second, 2, { kind: "abort" });
    await stage.host.hear({ t: "unwatch", game: second });
    expect(await handOver(stage)).toEqual([{ game, server: "Abc123", sentence: "" }]);
    const { record } = bodyOf(post);
    expect([record.games.length, record.players]).toEqual([1, ["Anna (2)", "Anna"]]);
  });

  test("not without its first game", async () => {
    const post = accept();
    const stage = new Stage(new FleetingStore(), post);
    const game = await beginGame(stage, ROUND);
    let seq = await act(stage, game, 3, { kind: "contribute", text: "a line" });
    seq = await act(stage, game, seq, { kind: "resign", by: "white" });
    const second = await goOn(stage, game, seq);
    await stage.host.hear({ t: "unwatch", game: second });
    await stage.ask({ t: "remove", id: stage.id(), game }, "removed");
    expect(await handOver(stage)).toEqual([]);
    expect(await listGames(stage)).toMatchObject([{ game: second, stays: true }]);
  });
});

test("a game is written as PDN, and drawn in the language that is spoken", async () => {
  const stage = new Stage();
  const game = await beginGame(stage, ALONE);
  await act(stage, game, 2, { kind: "move", text: "11-15" });
  await stage.ask({ t: "hello", lang: "de" }, "welcome");
  const pdn = await stage.ask({ t: "write", id: stage.id(), game, kind: "pdn" }, "written");
  expect(pdn.text).toContain('[White "Bob"]');
  expect(pdn.text).toContain("1. 11-15 *");
  const svg = await stage.ask({ t: "write", id: stage.id(), game, kind: "svg" }, "written");
  expect(svg.text).toMatch(/^<svg .*Weiß ist am Zug.*<\/svg>$/);
});
