import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientMessage, Update, ServerMessage, Snapshot } from "../../src/generated/messages";
import type { Answer, Channel, Watcher } from "../../src/game/channel";
import { RemoteGame } from "../../src/net/remote";
import { viewOf } from "./views";

class FakeChannel implements Channel {
  readonly open = signal(true);
  readonly skew = 1000;
  readonly asked: (ClientMessage & { id: string })[] = [];
  readonly answers: ((id: string) => Answer)[] = [];
  resyncs = 0;
  watcher: Watcher | null = null;

  watch(watcher: Watcher): () => void {
    this.watcher = watcher;
    return () => (this.watcher = null);
  }

  resync(): void {
    this.resyncs += 1;
  }

  ask(message: ClientMessage & { id: string }): Promise<Answer> {
    this.asked.push(message);
    return Promise.resolve(this.answers.shift()!(message.id));
  }

  says(message: ServerMessage): void {
    this.watcher!.hear(message);
  }
}

let channel: FakeChannel;
let game: RemoteGame;

function snapshot(seq: number, more: Partial<Snapshot> = {}): Snapshot {
  return {
    t: "snapshot",
    game: "G1",
    seq,
    you: ["white"],
    here: {},
    code: null,
    time: 0,
    events: [],
    view: viewOf("two-routes", { ply: seq }),
    ...more,
  };
}

const ack = (id: string): Answer => ({ t: "ack", id, game: "G1", seq: 9, next: "G2" });
const stale = (id: string): Answer => ({ t: "refused", id, code: "stale", sentence: "", seq: 3 });

/** One line of a log. */
const entry = (seq: number): Update["events"][number] => ({ kind: "held", seq, at: 0 });

beforeEach(() => {
  channel = new FakeChannel();
  game = new RemoteGame("G1", channel);
});

describe("the state", () => {
  it("goes forward only", () => {
    channel.says(snapshot(3));
    channel.says(snapshot(2));
    expect(game.state.value?.seq).toBe(3);
    const news = { t: "event", game: "G1", view: viewOf("two-routes") } as const;
    channel.says({ ...news, seq: 3, events: [entry(3)] });
    expect(game.state.value?.view.ply).toBe(3);
    channel.says({ ...news, seq: 5, events: [entry(4), entry(5)] });
    expect(game.state.value).toMatchObject({ seq: 5, you: ["white"] });
  });

  it("is asked for again where events are missing", () => {
    channel.says(snapshot(3));
    const view = viewOf("two-routes");
    channel.says({ t: "event", game: "G1", seq: 6, events: [entry(5), entry(6)], view });
    expect(game.state.value?.seq).toBe(3);
    expect(channel.resyncs).toBe(1);
  });

  it("is asked for again when lots have decided the sides", () => {
    channel.says(snapshot(1, { you: [], view: viewOf("two-routes", { phase: "lots" }) }));
    const view = viewOf("two-routes");
    channel.says({ t: "event", game: "G1", seq: 2, events: [entry(2)], view });
    expect(channel.resyncs).toBe(1);
  });

  it("knows who is here, and that there is no such game", () => {
    channel.says(snapshot(1));
    channel.says({ t: "here", game: "G1", here: { black: false } });
    expect(game.state.value?.here).toEqual({ black: false });
    channel.says({ t: "refused", game: "G1", code: "unknown_game", sentence: "" });
    expect(game.missing.value).toBe(true);
  });
});

describe("a game that is not shown", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(["unknown_game", "bad_message", "not_allowed"] as const)("is missing: %s", (code) => {
    channel.says({ t: "refused", game: "G1", code, sentence: "" });
    expect(game.missing.value).toBe(true);
  });

  it("is asked for again where the server wants to be asked later", async () => {
    vi.useFakeTimers();
    channel.says({ t: "refused", game: "G1", code: "too_fast", sentence: "", wait: 300 });
    await vi.advanceTimersByTimeAsync(310);
    expect([game.missing.value, channel.resyncs]).toEqual([false, 1]);
    channel.says({ t: "refused", game: "G1", code: "unavailable", sentence: "", wait: 300 });
    const { resyncs } = channel;
    game.close();
    await vi.advanceTimersByTimeAsync(310);
    expect(channel.resyncs).toBe(resyncs);
  });

  it("is not meant by the refusal of a command, nor once it is known", () => {
    channel.says({ t: "refused", id: "1", game: "G1", code: "no_seat", sentence: "" });
    channel.says(snapshot(1));
    channel.says({ t: "refused", game: "G1", code: "not_allowed", sentence: "" });
    expect(game.missing.value).toBe(false);
  });
});

describe("an act", () => {
  it("names the seq it was meant for, and what followed", async () => {
    channel.says(snapshot(2));
    channel.answers.push(ack);
    expect(await game.act({ kind: "rematch" })).toEqual({ done: true, next: "G2" });
    expect(channel.asked[0]).toMatchObject({ t: "do", game: "G1", seq: 2 });
  });

  it("that came too late is done again where it means the same", async () => {
    channel.says(snapshot(2));
    channel.answers.push((id) => {
      channel.says(snapshot(3));
      return stale(id);
    }, ack);
    expect(await game.act({ kind: "resign" })).toMatchObject({ done: true });
    expect(channel.asked.map((message) => "seq" in message && message.seq)).toEqual([2, 3]);
    expect(new Set(channel.asked.map((message) => message.id)).size).toBe(2);
  });

  it("that came too late is not done again in another position", async () => {
    channel.says(snapshot(2));
    channel.answers.push((id) => {
      channel.says(snapshot(3));
      return stale(id);
    });
    const outcome = await game.act({ kind: "move", text: "43x34" });
    expect(outcome).toMatchObject({ done: false, refused: { code: "stale" } });
    expect(channel.asked).toHaveLength(1);
  });

  it("that is refused says why", async () => {
    channel.says(snapshot(2));
    channel.answers.push((id) => ({ t: "refused", id, code: "not_allowed", sentence: "No." }));
    expect(await game.act({ kind: "offer" })).toMatchObject({ refused: { sentence: "No." } });
  });
});

it("asks for reasons, advice and the past", async () => {
  channel.says(snapshot(2));
  channel.answers.push(
    (id) => ({
      t: "reason",
      id,
      rule: "E14",
      sentence: "So.",
      squares: [],
      moves: [],
      reason: null,
    }),
    (id) => ({ t: "refused", id, code: "invalid_move", sentence: "What?" }),
    (id) => ({ t: "hint", id, game: "G1", ply: 2, text: "43x34", line: ["43x34", "1-6"] }),
    (id) => ({ t: "hint", id, game: "G1", ply: 1, text: "43x34", line: ["43x34"] }),
    (id) => ({ t: "history", id, game: "G1", plies: [] }),
  );
  expect(await game.explain("1-2")).toMatchObject({ sentence: "So." });
  expect(await game.explain("x")).toMatchObject({ sentence: "What?", moves: [] });
  expect(await game.hint()).toEqual(["43x34", "1-6"]);
  expect(await game.hint()).toEqual([]);
  expect(await game.history()).toEqual([]);
});

it("tells time by the channel's clock, and where files are", async () => {
  expect(game.now() - Date.now()).toBeGreaterThan(900);
  expect(game.download("pdn")).toBe("/api/games/G1/pdn");
  const written = new RemoteGame("G1", channel, async (kind) => `as ${kind}`).download("pdn");
  expect(typeof written === "function" && (await written())).toBe("as pdn");
  game.close();
  expect(channel.watcher).toBeNull();
});
