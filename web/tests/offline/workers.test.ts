import { expect, test, vi } from "vitest";
import { Device, DeviceRefused } from "../../src/offline/device";
import { Stopped, WorkerThinker, type Task } from "../../src/engine/thinking";

/** A worker whose answers are given by hand. */
class PuppetWorker extends EventTarget {
  readonly heard: { readonly t?: string; readonly id: string | number }[] = [];
  ended = false;

  postMessage(message: { id: string }): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), { message }));
  }
}

function puppets(): { made: PuppetWorker[]; make: () => Worker } {
  const made: PuppetWorker[] = [];
  const make = (): Worker => {
    made.push(new PuppetWorker());
    return made.at(-1) as unknown as Worker;
  };
  return { made, make };
}

const MODULE = {} as WebAssembly.Module;
const TASK: Task = { table: "one", record: {}, question: { what: "judge", nodes: 9, seconds: 1 } };
const FOUND = ["11-15"];

test("the engine answers each question, and a new worker follows one that was ended", async () => {
  const { made, make } = puppets();
  const thinker = new WorkerThinker(MODULE, make);
  thinker.stop();
  expect(made).toHaveLength(0);
  const first = thinker.think(TASK);
  made[0]!.say({ id: 1, found: FOUND });
  expect(await first).toEqual(FOUND);
  thinker.stop();
  expect(made[0]!.ended).toBe(false);
  const second = thinker.think(TASK);
  thinker.stop();
  await expect(second).rejects.toBeInstanceOf(Stopped);
  expect(made[0]!.ended).toBe(true);
  const third = thinker.think(TASK);
  made[1]!.say({ id: 3, found: null });
  await expect(third).rejects.toThrow("could not search");
  const fourth = thinker.think(TASK);
  made[1]!.fail("out of memory");
  await expect(fourth).rejects.toThrow("out of memory");
  const fifth = thinker.think(TASK);
  made[2]!.say({ id: 5, found: FOUND });
  expect(await fifth).toEqual(FOUND);
});

test("the page hears what it watches, and a worker that fails is replaced", async () => {
  const { made, make } = puppets();
  const device = new Device(() => "de", make);
  const hear = vi.fn<(message: unknown) => void>();
  const leave = device.watch({ game: "local1", since: () => 4, hear });
  expect(made[0]!.heard).toEqual([
    { t: "hello", lang: "de" },
    { t: "watch", game: "local1", since: 4 },
  ]);
  made[0]!.say({ t: "welcome" });
  expect(device.open.value).toBe(true);
  made[0]!.say({ t: "event", game: "local1", seq: 5 });
  made[0]!.say({ t: "event", game: "local2", seq: 9 });
  expect(hear.mock.calls.map(([message]) => message)).toEqual([
    { t: "event", game: "local1", seq: 5 },
  ]);
  const listed = device.list();
  made[0]!.fail("gone");
  await expect(listed).rejects.toBeInstanceOf(DeviceRefused);
  expect(device.open.value).toBe(false);
  const again = device.list();
  const answer = { t: "games", id: made[1]!.heard.at(-1)!.id, games: [], damaged: [], kept: true };
  made[1]!.say(answer);
  expect(await again).toEqual(answer);
  leave();
  expect(made[1]!.heard.at(-1)).toEqual({ t: "unwatch", game: "local1" });
});
