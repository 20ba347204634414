/** The connection of this page, and the requests beside it. */

import { effect } from "@preact/signals";
import type {
  Begun,
  GameRatings,
  Invited,
  Leave,
  Me,
  NewGame,
  Note,
  PlanShown,
  PlanWish,
  Profile,
  Paired,
  Ranked,
  Pairing,
  PuzzleFault,
  Running,
  Shown,
} from "../generated/messages";
import { preferences } from "../state/preferences";
import { sit } from "../state/seats";
import { language } from "../text/language";
import { RequestFailed } from "./failed";
import { Connection } from "./socket";
import { newId } from "../game/channel";

const scheme = location.protocol === "https:" ? "wss" : "ws";

/** The first answer makes the page a guest: all else waits for it, or there would be two. */
let introduced: Promise<unknown> | null = null;

export const connection = new Connection(
  `${scheme}://${location.host}/api/socket`,
  () => language.peek(),
  () => introduced ?? Promise.resolve(),
);

let spoken = language.peek();
effect(() => {
  if (language.value === spoken) return;
  spoken = language.value;
  connection.speak();
});

effect(() => {
  const welcome = connection.welcome.value;
  if (welcome) preferences.name.value = welcome.name;
});

/** Milliseconds after which a server that says nothing counts as away. */
const PATIENCE = 8000;

/** What the server answers; throws `RequestFailed`. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const ask = (): Promise<Response> =>
    fetch(path, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      headers: { "accept-language": language.peek(), "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const asked = introduced ? introduced.then(ask) : ask();
  introduced ??= asked.catch(() => (introduced = null));
  let answer: Response;
  try {
    answer = await asked;
  } catch {
    throw new RequestFailed(0, "");
  }
  const read = (await answer.json().catch(() => null)) as { sentence?: string } | null;
  if (!answer.ok) throw new RequestFailed(answer.status, read?.sentence ?? "");
  return read as T;
}

/** A new name on its way: who takes a seat meanwhile sits there by that name. */
let renaming: Promise<unknown> = Promise.resolve();

/** Wait until a new name that is on its way has come. */
export async function settleName(): Promise<void> {
  await renaming;
}

/** Take a seat, and remember that it was taken here. */
export async function takeSeat<T extends { readonly game: string } = Begun>(
  path: string,
  body?: unknown,
): Promise<T> {
  await renaming;
  const begun = await request<T>("POST", path, body);
  sit(begun.game);
  return begun;
}

function rename(name: string): Promise<Me> {
  const renamed = rememberName(request("POST", "/api/me", { name }));
  renaming = renamed.catch(() => {
    // Whoever asked for the name is told.
  });
  return renamed;
}

/** Remember how the user is called, for games without a server. */
async function rememberName(me: Promise<Me>): Promise<Me> {
  const { name, account } = await me;
  preferences.name.value = name;
  preferences.account.value = account === true;
  return me;
}

export const server = {
  begin: (wish: Omit<NewGame, "id">): Promise<Begun> =>
    takeSeat("/api/games", { ...wish, id: newId() }),
  /** What an invitation is for, before it is accepted. */
  invited: (code: string): Promise<Invited> =>
    request("GET", `/api/invitations/${encodeURIComponent(code)}`),
  join: (code: string): Promise<Begun> => takeSeat(`/api/invitations/${encodeURIComponent(code)}`),
  take: (game: string): Promise<Begun> => takeSeat(`/api/games/${game}/join`),
  pair: (wish: Omit<Pairing, "id">): Promise<Paired> =>
    takeSeat("/api/lobby", { ...wish, id: newId() }),
  withdraw: (game: string): Promise<null> => request("DELETE", `/api/games/${game}`),
  shown: (game: string): Promise<Shown> => request("GET", `/api/games/${game}`),
  reportPuzzle: (fault: PuzzleFault): Promise<null> =>
    request("POST", "/api/puzzles/faults", fault),
  /** Games that two people play now. */
  running: (order: "newest" | "strongest"): Promise<readonly Running[]> =>
    request("GET", `/api/games?order=${order}`),
  me: (): Promise<Me> => rememberName(request("GET", "/api/me")),
  /** What a rated game that is over has done to both ratings. */
  changes: (game: string): Promise<GameRatings | null> =>
    request("GET", `/api/games/${game}/ratings`),
  /** What one has foreseen in a game over days. */
  plan: (game: string): Promise<PlanShown> => request("GET", `/api/games/${game}/plan`),
  foresee: (game: string, lines: PlanWish["lines"]): Promise<PlanShown> =>
    request("POST", `/api/games/${game}/plan`, { lines }),
  note: (game: string): Promise<Note> => request("GET", `/api/games/${game}/note`),
  writeNote: (game: string, text: string): Promise<Note> =>
    request("POST", `/api/games/${game}/note`, { text }),
  leave: (): Promise<Leave> => request("GET", "/api/me/leave"),
  takeLeave: (days: number): Promise<Leave> => request("POST", "/api/me/leave", { days }),
  endLeave: (): Promise<Leave> => request("DELETE", "/api/me/leave"),
  profile: (name: string): Promise<Profile> =>
    request("GET", `/api/players/${encodeURIComponent(name)}`),
  best: (variant: string, tempo: string): Promise<readonly Ranked[]> =>
    request("GET", `/api/ratings?variant=${variant}&tempo=${tempo}`),
  rename,
};
