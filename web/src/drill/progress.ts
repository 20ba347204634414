/** Which lines of openings somebody knows, for each game and side; kept on the device. */

import { signal } from "@preact/signals";
import type { Side } from "../game/source";
import { store, storedRecord } from "../state/storage";

const STORE = "crownhead.openings";

/** Lines by game and side that were played through without a mistake the last time. */
const known = signal<Readonly<Record<string, readonly string[]>>>(read());

function read(): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(storedRecord(STORE)).flatMap(([name, lines]) =>
      Array.isArray(lines) ? [[name, lines.filter((line) => typeof line === "string")]] : [],
    ),
  );
}

function nameOf(game: string, side: Side): string {
  return `${game}/${side}`;
}

/** The lines that are known. */
export function knownOf(game: string, side: Side): ReadonlySet<string> {
  return new Set(known.value[nameOf(game, side)]);
}

/** Remember that a line was played through, or that it was not known. */
export function recordLine(game: string, side: Side, line: string, clean: boolean): void {
  const name = nameOf(game, side);
  const others = (known.peek()[name] ?? []).filter((each) => each !== line);
  known.value = { ...known.peek(), [name]: clean ? [...others, line] : others };
  store(STORE, known.value);
}

/** The line to practise next: the first after the present one that is not known yet. */
export function nextOf<T extends { readonly id: string }>(
  lines: readonly T[],
  known: ReadonlySet<string>,
  present = "",
): T | undefined {
  const at = lines.findIndex(({ id }) => id === present) + 1;
  const order = [...lines.slice(at), ...lines.slice(0, at)].filter(({ id }) => id !== present);
  return order.find(({ id }) => !known.has(id)) ?? order[0];
}
