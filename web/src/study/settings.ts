/** How the analysis looks at positions; remembered on this device. */

import { effect, signal } from "@preact/signals";
import { store, storedRecord } from "../state/storage";

export interface Settings {
  readonly on: boolean;
  /** First moves compared, 1 to 5. */
  readonly lines: number;
  /** The depth at which a search ends; 0: none. */
  readonly depth: number;
  /** Megabytes that the engine of this device keeps what it has found in. */
  readonly memory: number;
  /** What the other side would do if it were its turn. Not remembered. */
  readonly threat: boolean;
  /** Whether the server is to look, too. */
  readonly server: boolean;
}

const STORE = "crownhead.study";
export const MOST_LINES = 5;
export const MEMORIES = [32, 64, 128, 256] as const;
export const DEPTHS = [0, 12, 16, 20, 24, 30] as const;

function read(): Settings {
  const usual: Settings = {
    on: true,
    lines: 3,
    depth: 0,
    memory: 32,
    threat: false,
    server: false,
  };
  const { on, lines, depth, memory, server } = storedRecord(STORE) as Partial<Settings>;
  const fits = Number.isInteger(lines) && lines! >= 1 && lines! <= MOST_LINES;
  return {
    ...usual,
    on: on !== false,
    lines: fits ? lines! : usual.lines,
    depth: DEPTHS.find((each) => each === depth) ?? usual.depth,
    memory: MEMORIES.find((each) => each === memory) ?? usual.memory,
    server: server === true,
  };
}

export const settings = signal<Settings>(read());

effect(() => {
  const { on, lines, depth, memory, server } = settings.value;
  store(STORE, { on, lines, depth, memory, server });
});

export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.peek(), ...change };
}
