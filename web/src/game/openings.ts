/** Openings by name, from the library's sources: known by the position they lead to. */

import { effect, signal } from "@preact/signals";
import { file } from "../state/files";
import type { OpeningName, Play } from "./play";
import type { Side } from "./source";

const TABLES = import.meta.glob<string>("../generated/openings/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

type Table = Readonly<Record<string, OpeningName>>;

interface Stand {
  readonly board: string;
  readonly turn: Side;
}

const tables = signal<Readonly<Record<string, Table>>>({});

/**
 * The last named opening that a line of positions of a game reaches, from the start on; null where
 * there is none, or as long as the names are on their way.
 */
export function openingOf(game: string, line: readonly Stand[]): OpeningName | null {
  const table = tables.value[game] ?? fetchNames(game);
  if (!table) return null;
  const reached = line.findLast(({ board, turn }) => table[nameOf(board, turn)]);
  return reached ? table[nameOf(reached.board, reached.turn)]! : null;
}

function nameOf(board: string, turn: Side): string {
  return board + turn[0]!;
}

/** Have the names of a game fetched, if it has any. */
function fetchNames(game: string): null {
  const address = TABLES[`../generated/openings/${game}.json`];
  if (address) {
    file<Table>(address).then(
      (table) => (tables.value = { ...tables.peek(), [game]: table }),
      () => {
        // A game goes on without the name of its opening.
      },
    );
  }
  return null;
}

/** Keep `play.opening` what the position that is shown has come from. */
export function followOpening(play: Play): () => void {
  // Positions that were reached here, by their plies; those before are holes, and asked for once.
  const line = signal<readonly Stand[]>([]);
  let asked = false;
  const note = effect(() => {
    const view = play.view.value;
    if (!view || view.house) return;
    const before = line.peek().slice(0, view.ply);
    const now = { board: view.board, turn: view.turn };
    line.value = Object.assign([], before, { [view.ply]: now });
    if (asked || view.ply === before.length) return;
    asked = true;
    play.source.history().then(
      (plies) => (line.value = Object.assign([...plies], line.peek())),
      () => {
        // The names of what is still to come are enough.
      },
    );
  });
  const name = effect(() => {
    const view = play.view.value;
    const past = play.past.value;
    const known = past ? past.plies.slice(0, past.at + 1) : line.value.filter(Boolean);
    play.opening.value = view && !view.house ? openingOf(view.variant, known) : null;
  });
  return () => {
    note();
    name();
  };
}
