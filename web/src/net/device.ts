/** The games of this device: played without a server, and handed to it once it answers. */

import { batch, effect, signal } from "@preact/signals";
import { carryOver } from "../game/commitments";
import type { Begun, NewGame } from "../generated/messages";
import { Device } from "../offline/device";
import { isLocal, STORE, type Listed } from "../offline/messages";
import { preferences } from "../state/preferences";
import { replace, route } from "../state/route";
import { language } from "../text/language";
import { connection, server } from "./server";
import { newId } from "../game/channel";
import { keepToss } from "./tosses";

/** The worker is fetched with the first question. */
export const device = new Device(() => language.peek());

/** What is kept here; null as long as nobody has looked, or nothing ever was. */
export const kept = signal<Listed | null>(null);
/** How many games the server has taken and nobody was told about. */
export const taken = signal(0);
/** Games that the server took since this page was opened, by their names here. */
const given = new Set<string>();
export const handed: ReadonlySet<string> = given;

let queue = Promise.resolve();

/** Begin a game on this device. */
export async function beginHere(wish: NewGame): Promise<Begun> {
  const name = preferences.name.peek();
  if (wish.side !== "toss") return device.create(wish, name);
  const { toss } = await import("../game/tossing");
  const tossed = toss(newId().slice(0, 12));
  const { side } = tossed;
  const { seed, contributions, commitment } = tossed.drawn;
  const begun = await device.create({ ...wish, side }, name, { seed, contributions, commitment });
  keepToss(begun.game, tossed);
  return begun;
}

/** Look what is kept here, and hand over what nobody plays as soon as the server answers. */
export function gather(): Promise<void> {
  // One after the other: no game is counted twice.
  queue = queue.then(async () => {
    try {
      if (await everKept()) await handOver();
    } catch {
      // The server is away again, or the worker: the next welcome tries once more.
    }
  });
  return queue;
}

export async function remove(game: string): Promise<void> {
  await device.remove(game);
  kept.value = await device.list();
}

async function handOver(): Promise<void> {
  kept.value = await device.list();
  if (kept.value.games.every(({ stays }) => stays)) return;
  connection.start();
  if (!connection.open.peek()) return;
  // A page that started without a server may not be a guest yet: it would be two.
  await server.me();
  const answers = await device.handOver(connection.skew);
  const now = await device.list();
  let count = 0;
  for (const { game, server: taker } of answers) {
    if (!taker) continue;
    carryOver(game, taker);
    given.add(game);
    count += 1;
  }
  batch(() => {
    kept.value = now;
    taken.value += count;
  });
  follow(now);
}

/** Whether there may be games here: a worker that tells exactly costs more than a first visit. */
async function everKept(): Promise<boolean> {
  if (device.open.peek()) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === STORE);
  } catch {
    return true; // this browser cannot tell
  }
}

/** Go from a game of this device to what the server made of it. */
function follow({ games }: Listed): void {
  const now = route.peek();
  if (now.screen !== "game") return;
  const taker = games.find(({ game }) => game === now.id)?.handed;
  if (taker) replace("g", taker);
}

effect(() => {
  if (connection.welcome.value) void gather();
});

effect(() => {
  const now = route.value;
  if (now.screen !== "game" || !isLocal(now.id)) return;
  device.list().then(follow, () => {
    // The game itself says what is wrong.
  });
});

let spoken = language.peek();
effect(() => {
  if (language.value === spoken) return;
  spoken = language.value;
  device.speak();
  if (kept.peek()) void gather();
});
