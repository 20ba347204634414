/** Puzzles reported as no good ones: told to the server, or kept here until one is there. */

import type { PuzzleFault } from "../generated/messages";
import type { RequestFailed } from "../net/failed";
import { store, storedList } from "../state/storage";

export const FAULTS = ["another_move", "wrong_solution", "something_else"] as const;

/** What became of a report: the server has it, it waits here, or why it was refused. */
export type Reported = "told" | "kept" | { readonly refused: string };

type Tell = (fault: PuzzleFault) => Promise<unknown>;

const STORE = "crownhead.puzzles.faults";
const MOST = 50;
const TOO_FAST = 429;

const tellServer: Tell = async (fault) =>
  (await import("../net/server")).server.reportPuzzle(fault);

function waiting(): readonly PuzzleFault[] {
  return storedList(STORE).filter(sound);
}

function sound(kept: unknown): kept is PuzzleFault {
  const { variant, puzzle, fault } = (kept ?? {}) as Partial<PuzzleFault>;
  return typeof variant === "string" && typeof puzzle === "string" && FAULTS.includes(fault!);
}

function same(one: PuzzleFault, two: PuzzleFault): boolean {
  return one.variant === two.variant && one.puzzle === two.puzzle;
}

/** Report a puzzle; what was said of it before no longer counts. */
export async function report(fault: PuzzleFault, tell: Tell = tellServer): Promise<Reported> {
  const others = waiting().filter((kept) => !same(kept, fault));
  store(STORE, [...others, fault].slice(-MOST));
  const refused = await tellWaiting(tell);
  if (waiting().some((kept) => same(kept, fault))) return "kept";
  const why = refused.find(([kept]) => same(kept, fault));
  return why ? { refused: why[1] } : "told";
}

let telling: Promise<unknown> = Promise.resolve();

/** Tell the server what waits, one report at a time; those it refuses for good are dropped. */
export function tellWaiting(
  tell: Tell = tellServer,
): Promise<readonly (readonly [PuzzleFault, string])[]> {
  const told = telling.then(async () => {
    const refused: [PuzzleFault, string][] = [];
    for (const fault of waiting()) {
      try {
        await tell(fault);
      } catch (error) {
        const { away, status, sentence } = error as Partial<RequestFailed>;
        if (away !== false || status === TOO_FAST) break;
        refused.push([fault, sentence ?? ""]);
      }
      store(
        STORE,
        waiting().filter((kept) => !same(kept, fault) || kept.fault !== fault.fault),
      );
    }
    return refused;
  });
  telling = told.catch(() => undefined);
  return told;
}
