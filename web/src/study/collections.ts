/** Collections of games that a position is looked up in: the file that is open, the server's bases,
 * for all or one's own. */

import { signal } from "@preact/signals";
import type {
  DatabaseSummary,
  BaseGame,
  GamesPage,
  Imported,
  ImportLine,
  PlayedTree,
  PositionRequest,
} from "../generated/messages";
import { isKnown, keptAs } from "../core/rules";
import { RequestFailed } from "../net/failed";
import { linesFrom } from "../net/lines";
import { request } from "../net/server";
import { File as GamesFile } from "./engine";
import type { Branch } from "./explorer";
import { nameOf, type Listed } from "./files";
import { ALL_GAMES, isFiltering, lettingThrough, type GameFilter } from "./filtering";
import { fromFile } from "./opening";
import type { Study } from "./study";
import { lineFrom, played, type Node } from "./tree";

/** The file that was read last, with its list. */
export interface OpenFile {
  readonly file: GamesFile;
  readonly games: readonly Listed[];
}

/** One move that was played, and what became of those games. */
export interface PlayedMove extends Omit<Branch, "to"> {
  /** Empty where the games end here. */
  readonly hub: string;
  readonly text: string;
}

/** One game that comes to the position. */
export interface Reaching {
  readonly key: number;
  readonly players: string;
  readonly result: string;
  /** Event and date, where they are known. */
  readonly about: string;
  /** The game as a study; null where nothing of it can be played. */
  readonly open: () => Promise<Study | null>;
  /** The game as PDN. */
  readonly text: () => Promise<string>;
}

/** What a collection knows of a position. */
export interface Known {
  readonly games: number;
  readonly moves: readonly PlayedMove[];
  readonly reaching: readonly Reaching[];
  /** More games, where there are some. */
  readonly further: (() => Promise<Known>) | null;
}

export interface Collection {
  readonly id: string;
  /** Empty for the file that is open, and for what one has played. */
  readonly name: string;
  /** What it knows of a position, in the games that a filter lets through. */
  readonly at: (node: Node, filter?: GameFilter) => Promise<Known>;
}

/** What the server offers, and keeps of one's own; null where there is none. */
export const bases = signal<readonly DatabaseSummary[] | null>(null);

/** Ask the server what there is. */
export async function askForBases(): Promise<void> {
  try {
    bases.value = await request<readonly DatabaseSummary[]>("GET", "/api/bases");
  } catch {
    bases.value = null;
  }
}

/** Hand in a file of games, as a collection of one's own; rejects with `RequestFailed`. */
export async function handIn(
  file: File,
  told: (share: number) => void,
  signal: AbortSignal,
): Promise<Imported> {
  const name = file.name.replace(/\.[^.]{1,4}$/, "") || file.name;
  const address = `/api/bases?name=${encodeURIComponent(name.slice(0, 200))}`;
  const { lang } = document.documentElement;
  type Refused = { readonly t: "refused"; readonly sentence: string };
  for await (const line of linesFrom<ImportLine | Refused>(address, file, signal, lang)) {
    if (line.t === "imported") return line;
    if (line.t === "refused") throw new RequestFailed(409, line.sentence);
    told(line.total ? line.done / line.total : 0);
  }
  throw new RequestFailed(0, "");
}

/** Delete a collection of one's own; rejects with `RequestFailed`. */
export async function deleteCollection(id: string): Promise<void> {
  await request("DELETE", `/api/bases/${id}`);
}

/** The collections in which there may be games of a study's kind. */
export function collectionsFor(
  { ruleset }: Study,
  open: OpenFile | null,
  offered: readonly DatabaseSummary[],
): Collection[] {
  const { variant } = ruleset;
  const fitting = offered.filter(({ variants, house }) =>
    isKnown(variant) ? variants.includes(variant.key) : house,
  );
  const file = open && open.games.length > 1 ? [ofFile(open)] : [];
  return [...file, ...fitting.map(ofBase)];
}

function ofFile({ file, games }: OpenFile): Collection {
  const at = async (node: Node, filter = ALL_GAMES): Promise<Known> => {
    const { variant } = node.position.ruleset;
    const within = isFiltering(filter) ? lettingThrough(games, filter) : null;
    const found = await file.explore(nameOf(variant), node.position.key, within);
    const reaching = (found?.places ?? []).map((place) => {
      const { tags, result } = games[place]!;
      return {
        key: place,
        players: playersOf(tags["White"], tags["Black"]),
        result,
        about: "",
        open: async () => {
          const opened = await file.open(place);
          return opened && fromFile(opened);
        },
        text: () => file.textOf([place]),
      };
    });
    const moves = found ? movesOf(node, found.branches) : [];
    return { games: found?.games ?? 0, moves, reaching, further: null };
  };
  return { id: "", name: "", at };
}

/** The legal moves that lead where the games went on. */
function movesOf({ position }: Node, branches: readonly Branch[]): PlayedMove[] {
  const known = new Map<string, { readonly hub: string; readonly text: string }>();
  try {
    for (const { hub, short } of position.moves("legal")) {
      known.set(played(position, hub, "move")!.position.key, { hub, text: short });
    }
  } catch {
    // There are more captures than can be listed.
  }
  return branches.flatMap(({ to, ...counts }) => {
    const move = to ? known.get(to) : { hub: "", text: "" };
    return move ? [{ ...counts, ...move }] : [];
  });
}

function ofBase({ id, name }: DatabaseSummary): Collection {
  const address = `/api/bases/${id}`;
  const reachingOf = ({ games }: GamesPage): Reaching[] => games.map((game) => one(address, game));
  const at = async (node: Node, filter = ALL_GAMES): Promise<Known> => {
    const wish = { ...wishOf(node), filter: serverFilter(filter) };
    const tree = await request<PlayedTree>("POST", `${address}/tree`, wish);
    const further = (known: Known, skip: number): Known["further"] => {
      return async () => {
        const page = await request<GamesPage>("POST", `${address}/games`, { ...wish, skip });
        const more = { ...known, reaching: [...known.reaching, ...reachingOf(page)] };
        return { ...more, further: page.more ? further(more, skip + page.games.length) : null };
      };
    };
    const { games, moves, first } = tree;
    const known = { games, moves, reaching: reachingOf(first), further: null };
    return first.more ? { ...known, further: further(known, first.games.length) } : known;
  };
  return { id, name, at };
}

function wishOf({ position }: Node): PositionRequest {
  const { variant } = position.ruleset;
  return {
    variant: keptAs(variant),
    position: position.full,
  };
}

const LETTER = /[\p{L}\p{N}]/u;
const LONGEST_NAME = 60;

/** A filter as the server is asked by it, which knows no ratings; null where all games count. */
export function serverFilter(filter: GameFilter): PositionRequest["filter"] {
  const { side, since, until, result } = filter;
  const name = filter.player.trim().slice(0, LONGEST_NAME);
  const player = LETTER.test(name) ? { [side || "player"]: name } : {};
  if (!isFiltering({ ...filter, player: LETTER.test(name) ? name : "", rating: 0 })) return null;
  return { ...player, since: since || null, until: until || null, result: result || null };
}

const RESULTS = { white: "1–0", black: "0–1", draw: "½–½", "*": "*" } as const;

function one(address: string, game: BaseGame): Reaching {
  const { id, white, black, event, date, result, ply } = game;
  const pdn = `${address}/games/${id}/pdn`;
  return {
    key: id,
    players: playersOf(white, black),
    result: RESULTS[result],
    about: [event, date.replace(/(\.\?\?){1,2}$/, "")]
      .filter((part) => part && part !== "?")
      .join(" · "),
    open: () => opened(pdn, ply),
    text: async () => (await fetched(pdn)).text(),
  };
}

function playersOf(white = "", black = ""): string {
  return `${white || "?"} – ${black || "?"}`;
}

/** A game that lies at an address as PDN. */
async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new RequestFailed(answer?.status ?? 0, "");
  return answer;
}

/** A game that lies at an address as PDN, at one of its plies. */
async function opened(address: string, ply: number): Promise<Study | null> {
  const answer = await fetched(address);
  const file = new GamesFile();
  try {
    await file.read(new Uint8Array(await answer.arrayBuffer()));
    const game = await file.open(0);
    const study = game && (await fromFile(game));
    if (study) study.go(lineFrom(study.root.peek())[ply] ?? study.root.peek());
    return study;
  } finally {
    file.close();
  }
}
