import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test, vi } from "vitest";
import type { GameRecord, NewGame } from "../../src/generated/messages";
import variants from "../../src/generated/variants.json";
import { FleetingStore, IndexedStore, type Header, type Store } from "../../src/offline/store";
import { Stopped, type Thinker } from "../../src/engine/thinking";
import { ALONE, act, beginGame, lastView, Stage } from "./stage";

test("a greeting is answered as the server answers it", async () => {
  const stage = new Stage();
  const welcome = await stage.ask({ t: "hello", lang: "de" }, "welcome");
  expect(welcome.version).toMatch(/^\d+\.\d+/);
});

describe("against the computer", () => {
  test.each(variants.map(({ key }) => key))("a whole game of %s", async (key) => {
    const stage = new Stage();
    const game = await beginGame(stage, {
      variant: key,
      opponent: { kind: "computer", level: 1 },
      side: "white",
      draws: "automatic",
    });
    for (let moves = 0; moves < 150; moves += 1) {
      const from = stage.said.length;
      let view = lastView(stage);
      if (view.phase !== "playing") break;
      if (view.turn !== "white") {
        const event = await stage.until(
          "event",
          from - 1,
          ({ view }) => view.turn === "white" || view.phase === "over",
        );
        view = event.view;
        if (view.phase === "over") break;
      }
      const { seq } = stage.said.findLast((each) => "seq" in each) as { seq: number };
      if (view.offer === "black") {
        await act(stage, game, seq, { kind: "decline" });
        continue;
      }
      await act(stage, game, seq, {
        kind: "move",
        text: view.legal[moves % view.legal.length]!.text,
      });
    }
    const view = lastView(stage);
    expect(view.ply).toBeGreaterThan(15);
    if (view.phase === "over") expect(view.outcome?.sentence).toMatch(/\w+\./);
  });

  test("an offer is answered, and a refusal takes on the duty", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, { ...ALONE, opponent: { kind: "computer", level: 3 } });
    await act(stage, game, 2, { kind: "offer" });
    const answered = await stage.until("event", 0, ({ seq }) => seq === 4);
    expect(answered.events[0]).toMatchObject({ kind: "draw_declined", by: "white" });
    expect(answered.view.duties).toEqual([{ side: "white", made: 0, limit: 40 }]);
  });

  test("a missed capture is huffed or compelled", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, {
      variant: "english",
      huffing: true,
      start: "B:W18,22,32:B1,14,9",
      opponent: { kind: "computer", level: 5 },
      side: "black",
    });
    const { faulty } = lastView(stage);
    await act(stage, game, 2, {
      kind: "move",
      text: faulty.find(({ text }) => text === "1-5")!.text,
    });
    const answered = await stage.until("event", 0, ({ seq }) => seq === 4);
    expect(["huffed", "compelled"]).toContain(answered.events[0]!["kind"]);
  });

  test("moves are taken back at once, a hint is a legal move", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, { ...ALONE, opponent: { kind: "computer", level: 1 } });
    await act(stage, game, 2, { kind: "move", text: "11-15" });
    await stage.until("event", 0, ({ view }) => view.ply === 2);
    await act(stage, game, 4, { kind: "takeback", plies: 2 });
    expect(lastView(stage)).toMatchObject({ ply: 0, turn: "black", takeback: null });
    const hint = await stage.ask({ t: "hint", id: stage.id(), game }, "hint");
    expect(lastView(stage).legal.map(({ text }) => text)).toContain(hint.text);
  });

  test("a resignation ends what is thought over", async () => {
    const asked: (() => void)[] = [];
    const thinker: Thinker = {
      think: () => new Promise((_, fail) => asked.push(() => fail(new Stopped()))),
      stop: () => asked.splice(0).forEach((stop) => stop()),
    };
    const stage = new Stage(new FleetingStore(), async () => null, thinker);
    const game = await beginGame(stage, { ...ALONE, opponent: { kind: "computer", level: 10 } });
    await act(stage, game, 2, { kind: "move", text: "11-15" });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await act(stage, game, 3, { kind: "resign" });
    expect(asked).toHaveLength(0);
    expect(lastView(stage).outcome).toMatchObject({ winner: "white", termination: "resignation" });
  });

  test("a verdict is given when the moves after a refused draw are used up", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, { ...ALONE, refusal_duty: 1 });
    let seq = await act(stage, game, 2, { kind: "offer", by: "white" });
    seq = await act(stage, game, seq, { kind: "decline" });
    seq = await act(stage, game, seq, { kind: "move", text: "11-15" });
    const ended = await stage.until("event", 0, ({ seq: reached }) => reached === seq + 1);
    expect(ended.view.outcome?.termination).toBe("refusal-duty");
    expect(ended.view.outcome?.reason).toMatch(
      /^margin: nodes \d+, depth \d+, score [+-]\d+, margin 100$/,
    );
  });
});

describe("commands", () => {
  test("are done once, and refused where the game has gone on", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, ALONE);
    const move = { kind: "move", text: "11-15" } as const;
    const command = { t: "do", id: "command-1", game, seq: 2, act: move } as const;
    expect((await stage.ask(command, "ack")).seq).toBe(3);
    expect((await stage.ask(command, "ack")).seq).toBe(3);
    const from = stage.said.length;
    const stale = await stage.ask({ ...command, id: "command-2" }, "refused");
    expect(stale).toMatchObject({ code: "stale", seq: 3, id: "command-2" });
    await stage.until("snapshot", from);
  });

  test.each([
    [{ kind: "move", text: "9-18" }, "illegal_move", "too_far"],
    [{ kind: "move", text: "hello" }, "invalid_move", undefined],
    [{ kind: "move", text: "22-18", by: "white" }, "not_your_turn", "not_your_turn"],
    [{ kind: "accept" }, "not_allowed", "no_draw_offer"],
    [{ kind: "huff", square: 3 }, "not_allowed", "huffing_off"],
    [{ kind: "claim" }, "not_allowed", "nothing_to_claim"],
    [{ kind: "rematch" }, "not_allowed", undefined],
    [{ kind: "rematch_decline" }, "not_allowed", undefined],
    [{ kind: "contribute", text: "x" }, "not_allowed", undefined],
  ] as const)("%o is refused with a sentence", async (refusedAct, code, reason) => {
    const stage = new Stage();
    const game = await beginGame(stage, ALONE);
    const before = { t: "do", id: stage.id(), game, seq: 2, act: refusedAct } as const;
    const refused = await stage.ask(before, "refused");
    expect(refused).toMatchObject({ code, game });
    expect(refused.sentence).toMatch(/\w+.*\.$/);
    expect(refused.reason?.["code"]).toBe(reason);
  });

  test("to unknown games and with impossible wishes are refused", async () => {
    const stage = new Stage();
    const watch = { t: "watch", game: "local0123456789abcdef" } as const;
    expect((await stage.ask(watch, "refused")).code).toBe("unknown_game");
    const wishes: NewGame[] = [
      { ...ALONE, variant: "chess" },
      { ...ALONE, variant: { rules: 3 } as unknown as GameRecord },
      { ...ALONE, start: "W:W99:B1" },
      { ...ALONE, start: "W:W1:B1" },
      { ...ALONE, start: "W:W1:B32" },
      { ...ALONE, time: "soon" },
      { ...ALONE, refusal_duty: 2000 },
      { ...ALONE, ballot: "acf-156" },
      { ...ALONE, opponent: { kind: "friend" } },
    ];
    for (const wish of wishes) {
      const id = stage.id();
      await stage.host.hear({ t: "create", id, wish, name: "Anna" });
      const answer = stage.said.at(-1)!;
      expect(answer, JSON.stringify(wish)).toMatchObject({ t: "refused", id });
      expect((answer as { sentence: string }).sentence).toMatch(/\w+.*\.$/);
    }
  });

  test("explain a move, tell the history, and begin a rematch with the sides swapped", async () => {
    const stage = new Stage();
    const game = await beginGame(stage, ALONE);
    await stage.ask({ t: "hello", lang: "de" }, "welcome");
    const why = await stage.ask({ t: "explain", id: stage.id(), game, text: "22-18" }, "reason");
    expect(why).toMatchObject({ rule: "E8", squares: [22], reason: { code: "not_your_piece" } });
    expect(why.sentence).toBe("Der Stein auf 22 gehört deinem Gegner.");
    await act(stage, game, 2, { kind: "move", text: "11-15" });
    const history = await stage.ask({ t: "history", id: stage.id(), game }, "history");
    expect(history.plies.map(({ last }) => last?.text)).toEqual([undefined, "11-15"]);
    await act(stage, game, 3, { kind: "resign" });
    const again = { t: "do", id: stage.id(), game, seq: 4, act: { kind: "rematch" } } as const;
    const { next } = await stage.ask(again, "ack");
    const snapshot = await stage.ask({ t: "watch", game: next! }, "snapshot");
    expect(snapshot.view.players.white?.name).toBe("Anna");
  });
});

/** A store of the browser in which nothing is kept yet. */
function openEmpty(): Promise<Store> {
  indexedDB = new IDBFactory();
  return IndexedStore.open();
}

describe("what is kept", () => {
  const stores: [string, () => Promise<Store>][] = [
    ["in memory", async () => new FleetingStore()],
    ["in the browser", openEmpty],
  ];

  test.each(stores)("%s comes back in a new worker", async (_, open) => {
    const store = await open();
    const first = new Stage(store);
    const game = await beginGame(first, ALONE);
    let seq = await act(first, game, 2, { kind: "move", text: "11-15" });
    seq = await act(first, game, seq, { kind: "move", text: "22-17" });
    const second = new Stage(store);
    const snapshot = await second.ask({ t: "watch", game, since: 3 }, "snapshot");
    expect(snapshot).toMatchObject({ seq, view: { moves: ["11-15", "22-17"] } });
    expect(snapshot.events.map((event) => event["seq"])).toEqual([4]);
    expect((await second.ask({ t: "list", id: second.id() }, "games")).games).toMatchObject([
      { game, phase: "playing", turn: "black", handed: null },
    ]);
    // The first worker is behind no more when it acts, and learns what it missed.
    await act(second, game, seq, { kind: "move", text: "15-19" });
    const late = { t: "do", id: first.id(), game, seq, act: { kind: "resign" } } as const;
    expect(await first.ask(late, "refused")).toMatchObject({ code: "stale", seq: seq + 1 });
    await second.ask({ t: "remove", id: second.id(), game }, "removed");
    const none = await second.ask({ t: "list", id: second.id() }, "games");
    expect(none.games).toEqual([]);
  });

  test.each(stores)("%s never holds two entries of one number", async (_, open) => {
    const store = await open();
    const [one, two] = [new Stage(store), new Stage(store)];
    const game = await beginGame(one, ALONE);
    await two.ask({ t: "watch", game }, "snapshot");
    const say = (stage: Stage, text: string): Promise<void> =>
      stage.host.hear({ t: "do", id: stage.id(), game, seq: 2, act: { kind: "move", text } });
    await Promise.all([say(one, "11-15"), say(two, "9-14")]);
    const answers = [one, two].map((stage) =>
      stage.said.find((each) => each.t === "ack" || each.t === "refused"),
    );
    expect(answers.map((answer) => answer?.t).sort()).toEqual(["ack", "refused"]);
    expect(answers.find((answer) => answer?.t === "refused")).toMatchObject({ code: "stale" });
    expect(await store.entries(game, 2)).toHaveLength(1);
  });

  test("is refused with a sentence where it is damaged", async () => {
    const store = await openEmpty();
    const stage = new Stage(store);
    const game = await beginGame(stage, ALONE);
    const broken = { terms: null, card: null, handed: null, declined: null };
    await store.create({ id: "broken", created: 1, ...broken } as Header, []);
    const listed = await stage.ask({ t: "list", id: stage.id() }, "games");
    expect(listed.games).toHaveLength(1);
    expect(listed.damaged).toMatchObject([{ game: "broken" }]);
    expect(listed.damaged[0]!.sentence).toMatch(/cannot be read/);
    for (const entry of [
      { kind: "played", by: "black", move: "9-18" },
      { kind: "played", by: "nobody", move: "9-13" },
      { kind: "danced" },
    ]) {
      const other = new Stage(store);
      await store.remove(game);
      const [terms, entries] = await storedOf(ALONE);
      const header = { id: game, created: 1, terms, card: null, handed: null, declined: null };
      await store.create(header, [...entries, { seq: 3, at: 5, ...entry }] as never);
      const refused = await other.ask({ t: "watch", game }, "refused");
      expect(refused.sentence).toMatch(/record cannot be read/i);
    }
  });

  test("is not lost where the store fails", async () => {
    const store = new FleetingStore();
    const stage = new Stage(store);
    const game = await beginGame(stage, ALONE);
    const full = vi.spyOn(store, "append").mockRejectedValueOnce(new Error("quota"));
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    const move = { kind: "move", text: "11-15" } as const;
    const command = { t: "do", id: "command-1", game, seq: 2, act: move } as const;
    expect((await stage.ask(command, "refused")).code).toBe("unavailable");
    expect((await stage.ask(command, "ack")).seq).toBe(3);
    expect(full).toHaveBeenCalledTimes(2);
    silent.mockRestore();
  });

  test("keeps the clock still while nobody is there", async () => {
    const store = new FleetingStore();
    const first = new Stage(store);
    const game = await beginGame(first, { ...ALONE, time: "300+5" });
    await act(first, game, 2, { kind: "move", text: "11-15" });
    const second = new Stage(store);
    second.time = first.time + 3_600_000;
    const { view } = await second.ask({ t: "watch", game }, "snapshot");
    expect(view).toMatchObject({ paused: true, clock: { white: 300_000, running: null } });
    expect(view.allowed["white"]).toContain("resume");
  });
});

/** Terms and entries of a game just begun. */
async function storedOf(wish: NewGame): Promise<[unknown, unknown[]]> {
  const store = new FleetingStore();
  const game = await beginGame(new Stage(store), wish);
  return [((await store.header(game)) as Header).terms, await store.entries(game, 0)];
}

test("a flag falls by itself", async () => {
  const stage = new Stage();
  const game = await beginGame(stage, { ...ALONE, time: "3" });
  await act(stage, game, 2, { kind: "move", text: "11-15" });
  const fallen = await stage.until("event", 0, ({ view }) => view.phase === "over");
  expect(fallen.view.outcome).toMatchObject({ winner: "black", termination: "time" });
});

describe("a game is handed to the server", () => {
  const answer = (status: number, body: unknown): Response => Response.json(body, { status });

  async function leave(stage: Stage): Promise<string> {
    const game = await beginGame(stage, { ...ALONE, time: "300" });
    await act(stage, game, 2, { kind: "move", text: "11-15" });
    await stage.host.hear({ t: "unwatch", game });
    return game;
  }

  test("once, with the server's time, and is over here", async () => {
    const post = vi.fn<(path: string, body: unknown) => Promise<Response>>(async () =>
      answer(201, { game: "Abc123", you: ["white", "black"], code: null }),
    );
    const stage = new Stage(new FleetingStore(), post);
    const game = await leave(stage);
    const over = { t: "hand_over", id: "hand-over", skew: -100_000 } as const;
    const handed = await stage.ask(over, "handed_over");
    expect(handed.games).toEqual([{ game, server: "Abc123", sentence: "" }]);
    const [path, body] = post.mock.calls[0]!;
    expect(path).toBe("/api/games/hand-in");
    expect(body).toMatchObject({ id: `${game}-3`, you: ["black", "white"], level: null });
    const { record } = body as { record: { events: { at: number }[] } };
    expect(record.events[0]!.at).toBeLessThan(stage.time - 99_000);
    const again = stage.said.length;
    await stage.host.hear({ ...over, id: "hand-over-2" });
    expect((await stage.until("handed_over", again)).games).toEqual([]);
    const late = { t: "do", id: "late-act", game, seq: 3, act: { kind: "resign" } } as const;
    expect((await stage.ask(late, "refused")).code).toBe("not_allowed");
  });

  test("also when it was only looked at", async () => {
    const post = async () => answer(201, { game: "Abc123", you: ["white", "black"], code: null });
    const stage = new Stage(new FleetingStore(), post);
    const game = await leave(stage);
    const { view } = await stage.ask({ t: "look", id: "one-look", game }, "looked");
    expect(view.ply).toBe(1);
    const over = { t: "hand_over", id: "hand-over", skew: 0 } as const;
    expect((await stage.ask(over, "handed_over")).games).toHaveLength(1);
    const unknown = { t: "look", id: "no-look", game: "local0000000000000000" } as const;
    expect((await stage.ask(unknown, "refused")).code).toBe("unknown_game");
  });

  test("not while it is watched, nor where nobody answers; a refusal is kept", async () => {
    const answers: (Response | null)[] = [null, answer(503, {}), answer(403, { sentence: "No." })];
    const stage = new Stage(new FleetingStore(), async () => answers.shift()!);
    const game = await leave(stage);
    await stage.ask({ t: "watch", game }, "snapshot");
    const ask = (id: string) => stage.ask({ t: "hand_over", id, skew: 0 }, "handed_over");
    expect((await ask("first-time")).games).toEqual([]);
    await stage.host.hear({ t: "unwatch", game });
    for (const [index, sentence] of ["", "", "No."].entries()) {
      const from = stage.said.length;
      await stage.host.hear({ t: "hand_over", id: `another-${index}`, skew: 0 });
      const { games } = await stage.until("handed_over", from);
      expect(games).toEqual([{ game, server: null, sentence }]);
    }
    const { games } = await stage.ask({ t: "list", id: "list-all" }, "games");
    expect(games).toMatchObject([{ game, declined: "No.", handed: null }]);
  });
});
