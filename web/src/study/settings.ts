/** How the analysis looks at positions; remembered on this device. */

import { effect, signal } from "@preact/signals";
import { store, storedRecord } from "../state/storage";

export interface Settings {
  readonly on: boolean;
  /** First moves compared, 1 to 5. */
  readonly lines: number;
  /** The depth at which a search ends; 0: none. */
  readonly depth: number;
  /** What the other side would do if it were its turn. Not remembered. */
  readonly threat: boolean;
  /** Whether the server is to look, too. */
  readonly server: boolean;
}

const STORE = "crownhead.study";
export const MOST_LINES = 5;
export const DEPTHS = [0, 12, 16, 20, 24, 30] as const;

function read(): Settings {
  const usual: Settings = { on: true, lines: 3, depth: 0, threat: false, server: false };
  const { on, lines, depth, server } = storedRecord(STORE) as Partial<Settings>;
  const fits = Number.isInteger(lines) && lines! >= 1 && lines! <= MOST_LINES;
  return {
    ...usual,
    on: on !== false,
    lines: fits ? lines! : usual.lines,
    depth: DEPTHS.find((each) => each === depth) ?? usual.depth,
    server: server === true,
  };
}

export const settings = signal<Settings>(read());

effect(() => {
  const { on, lines, depth, server } = settings.value;
  store(STORE, { on, lines, depth, server });
});

export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.peek(), ...change };
}
