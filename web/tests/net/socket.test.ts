// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, newId } from "../../src/net/socket";
import { FakeSocket } from "./fakes";

function connected(): Connection {
  const connection = new Connection("ws://host/api/socket", () => "de");
  connection.start();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let promises settle. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

describe("a connection", () => {
  it("says hello, and learns the server's clock", async () => {
    const connection = connected();
    await settled();
    expect(connection.open.value).toBe(false);
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
    await settled();
    expect(FakeSocket.made).toHaveLength(0);
    allow();
    await settled();
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("answers heartbeats with one byte, and asks for signs of life", async () => {
    connected();
    await settled();
    FakeSocket.last.opens();
    FakeSocket.last.says("p");
    expect(FakeSocket.last.sent.at(-1)).toBe("q");
    await vi.advanceTimersByTimeAsync(11_000);
    expect(FakeSocket.last.sent.at(-1)).toBe("p");
  });

  it("gives a silent connection up", async () => {
    const connection = connected();
    await settled();
    FakeSocket.last.opens();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(FakeSocket.made.length).toBeGreaterThan(1);
    expect(connection.open.value).toBe(false);
  });

  it("comes back by itself within a second, and asks for what it missed", async () => {
    const connection = connected();
    await settled();
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
    const connection = connected();
    await settled();
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
    const connection = connected();
    await settled();
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
    const connection = connected();
    await settled();
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

  it("comes back when the server says so", async () => {
    connected();
    await settled();
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
