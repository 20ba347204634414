// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../src/net/socket";
import { newId } from "../../src/game/channel";
import { FakeSocket } from "./fakes";

function connect(): Connection {
  const connection = new Connection("ws://host/api/socket", () => "de");
  connection.start();
  return connection;
}

let heard: Parameters<typeof addEventListener>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  const listen = addEventListener;
  vi.stubGlobal("addEventListener", (...each: Parameters<typeof addEventListener>) => {
    heard.push(each);
    listen(...each);
  });
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
});

afterEach(() => {
  for (const each of heard) removeEventListener(...each);
  heard = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let promises settle. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

describe("a connection", () => {
  it("says hello, and learns the server's clock", async () => {
    const connection = connect();
    await settle();
    expect([connection.open.value, connection.lost.value]).toEqual([false, false]);
    FakeSocket.last.opens();
    expect(FakeSocket.last.messages[0]).toEqual({ t: "hello", lang: "de" });
    expect(connection.open.value).toBe(true);
    expect(Math.abs(connection.skew - 5000)).toBeLessThan(50);
  });

  it("waits until the page may connect", async () => {
    let allow = (): void => undefined;
    const ready = new Promise<void>((done) => (allow = done));
    new Connection(
      "ws://host",
      () => "en",
      () => ready,
    ).start();
    await settle();
    expect(FakeSocket.made).toHaveLength(0);
    allow();
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("answers heartbeats with one byte, and asks for signs of life", async () => {
    connect();
    await settle();
    FakeSocket.last.opens();
    FakeSocket.last.says("p");
    expect(FakeSocket.last.sent.at(-1)).toBe("q");
    await vi.advanceTimersByTimeAsync(9000);
    expect(FakeSocket.last.sent.at(-1)).toBe("p");
  });

  it("gives a silent connection up", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(FakeSocket.made.length).toBeGreaterThan(1);
    expect([connection.open.value, connection.lost.value]).toEqual([false, true]);
    FakeSocket.last.opens();
    expect([connection.open.value, connection.lost.value]).toEqual([true, false]);
  });

  it("doubts a connection that leaves a command unanswered, and gives it up soon", async () => {
    const connection = connect();
    await settle();
    const first = FakeSocket.last;
    first.opens();
    const message = { t: "explain", id: newId(), game: "G1", text: "1-2" } as const;
    void connection.ask(message);
    await vi.advanceTimersByTimeAsync(1900);
    expect(first.sent).not.toContain("p");
    await vi.advanceTimersByTimeAsync(200);
    expect(first.sent.at(-1)).toBe("p");
    first.says("p");
    await vi.advanceTimersByTimeAsync(1800);
    expect(connection.open.value).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(connection.open.value).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.opens();
    expect(FakeSocket.last.messages.at(-1)).toEqual(message);
  });

  it("stays with a connection that shows it lives, and goes on asking", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    void connection.ask({ t: "history", id: newId(), game: "G1" });
    for (let asked = 1; asked <= 5; asked++) {
      await vi.advanceTimersByTimeAsync(2100);
      expect(FakeSocket.last.sent.filter((text) => text === "p")).toHaveLength(asked);
      FakeSocket.last.says("q");
    }
    expect(connection.open.value).toBe(true);
    await vi.advanceTimersByTimeAsync(4100);
    expect(connection.open.value).toBe(false);
  });

  it("is more patient with a slow network, until an answer has come", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    const message = { t: "history", id: newId(), game: "G1" } as const;
    const answer = connection.ask(message);
    await vi.advanceTimersByTimeAsync(4200);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.opens();
    await vi.advanceTimersByTimeAsync(5500);
    expect(connection.open.value).toBe(true);
    FakeSocket.last.says({ t: "history", id: message.id, game: "G1", plies: [] });
    await answer;
    void connection.ask({ ...message, id: newId() });
    await vi.advanceTimersByTimeAsync(4100);
    expect(connection.open.value).toBe(false);
  });

  it("waits while the computer thinks about a hint", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    void connection.ask({ t: "hint", id: newId(), game: "G1" });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(connection.open.value).toBe(true);
    await vi.advanceTimersByTimeAsync(4000);
    expect(connection.open.value).toBe(false);
  });

  it("does not wait for an attempt that leads nowhere", async () => {
    connect();
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5300);
    expect(FakeSocket.made).toHaveLength(2);
    dispatchEvent(new Event("online"));
    await settle();
    expect(FakeSocket.made).toHaveLength(3);
    expect(FakeSocket.made[1]!.readyState).toBe(FakeSocket.CLOSED);
  });

  it("believes the browser that there is no network, and asks when there is one", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    dispatchEvent(new Event("offline"));
    expect(connection.open.value).toBe(false);
    dispatchEvent(new Event("online"));
    await settle();
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.opens();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.last.sent.at(-1)).toBe("p");
    await vi.advanceTimersByTimeAsync(2100);
    expect(connection.open.value).toBe(false);
  });

  it("comes back by itself within a second, and asks for what it missed", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    connection.watch({ game: "G1", since: () => 7, hear: () => undefined });
    connection.follow();
    FakeSocket.last.breaks();
    expect(connection.open.value).toBe(false);
    for (let attempt = 0; attempt < 6; attempt++) {
      await vi.advanceTimersByTimeAsync(1000);
      FakeSocket.last.breaks();
    }
    const attempts = FakeSocket.made.length;
    expect(attempts).toBeGreaterThanOrEqual(7);
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.opens();
    expect(FakeSocket.last.messages.map((message) => message.t)).toEqual([
      "hello",
      "watch",
      "lobby",
    ]);
    expect(FakeSocket.last.messages[1]).toEqual({ t: "watch", game: "G1", since: 7 });
  });

  it("sends a command again until it is answered, with the same id", async () => {
    const connection = connect();
    await settle();
    const message = { t: "explain", id: newId(), game: "G1", text: "1-2" } as const;
    const answer = connection.ask(message);
    FakeSocket.last.opens();
    expect(FakeSocket.last.messages.at(-1)).toEqual(message);
    FakeSocket.last.breaks();
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.opens();
    expect(FakeSocket.last.messages.at(-1)).toEqual(message);
    FakeSocket.last.says({ t: "ack", id: "another", game: "G1", seq: 1 });
    FakeSocket.last.says({ t: "ack", id: message.id, game: "G1", seq: 2 });
    expect(await answer).toMatchObject({ t: "ack", seq: 2 });
    FakeSocket.last.breaks();
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.opens();
    expect(FakeSocket.last.messages).toHaveLength(1);
  });

  it("is patient where it was too fast", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    const message = { t: "history", id: newId(), game: "G1" } as const;
    const answer = connection.ask(message);
    FakeSocket.last.says({
      t: "refused",
      id: message.id,
      code: "too_fast",
      sentence: "",
      wait: 300,
    });
    const before = FakeSocket.last.sent.length;
    await vi.advanceTimersByTimeAsync(299);
    expect(FakeSocket.last.sent).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(2);
    expect(FakeSocket.last.messages.at(-1)).toEqual(message);
    FakeSocket.last.says({ t: "history", id: message.id, game: "G1", plies: [] });
    expect(await answer).toMatchObject({ t: "history" });
  });

  it("tells only those who watch a game, and stops when nobody does", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    const heard: string[] = [];
    const watcher = (game: string, name: string) => ({
      game,
      since: () => 0,
      hear: () => heard.push(name),
    });
    const leave = connection.watch(watcher("G1", "one"));
    const leaveToo = connection.watch(watcher("G1", "two"));
    connection.watch(watcher("G2", "three"));
    FakeSocket.last.says({ t: "here", game: "G1", here: {} });
    expect(heard).toEqual(["one", "two"]);
    leave();
    expect(FakeSocket.last.messages.at(-1)!.t).not.toBe("unwatch");
    leaveToo();
    expect(FakeSocket.last.messages.at(-1)).toEqual({ t: "unwatch", game: "G1" });
  });

  it("hears of the lobby whole, and then what changes in it", async () => {
    const connection = connect();
    await settle();
    FakeSocket.last.opens();
    connection.follow();
    FakeSocket.last.says({ t: "lobby_news", added: [], gone: [], games: 9 });
    expect(connection.lobby.value).toBe(null);
    const first = { game: "G1", created: 1 };
    FakeSocket.last.says({ t: "lobby", offers: [first], games: 1, more: true });
    FakeSocket.last.says({
      t: "lobby_news",
      added: [{ game: "G2", created: 2 }],
      gone: [],
      games: 1,
    });
    expect(connection.lobby.value?.offers.map(({ game }) => game)).toEqual(["G2", "G1"]);
    FakeSocket.last.says({ t: "lobby_news", added: [], gone: ["G1"], games: 2 });
    expect(connection.lobby.value).toMatchObject({ offers: [{ game: "G2" }], games: 2 });
  });

  it("comes back when the server says so", async () => {
    connect();
    await settle();
    FakeSocket.last.opens();
    FakeSocket.last.says({ t: "closing", reason: "restart", wait: 2000 });
    FakeSocket.last.breaks();
    await vi.advanceTimersByTimeAsync(1400);
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1200);
    expect(FakeSocket.made).toHaveLength(2);
  });
});

it("names commands so that no two are alike", () => {
  const ids = new Set(Array.from({ length: 1000 }, () => newId()));
  expect(ids.size).toBe(1000);
  expect([...ids].every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
});
