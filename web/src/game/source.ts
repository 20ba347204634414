/** Where a game lives: on the server, or in a worker on this device. Both give the same view. */

import type { ReadonlySignal } from "@preact/signals";
import type { Act, MoveView, Ply, Refused, View, Why } from "../generated/messages";
import type { Entry } from "./log";

export type Side = "white" | "black";

export type FileKind = "pdn" | "svg";

export interface GameState {
  readonly game: string;
  readonly seq: number;
  /** The sides that are played here; none for a spectator. */
  readonly you: readonly Side[];
  /** The seats that are taken here, known before a toss: 1 is that of whoever offered the game. */
  readonly seats: readonly number[];
  readonly here: Readonly<Record<string, boolean>>;
  /** The invitation for the free seat, where there is one. */
  readonly code: string | null;
  /** When the game is given up where nobody has made the first move; null where it is not. */
  readonly until: number | null;
  /** All that happened in the game so far. */
  readonly log: readonly Entry[];
  readonly view: View;
}

export type Outcome =
  | { readonly done: true; readonly next: string | null }
  | { readonly done: false; readonly refused: Refused };

export interface GameSource {
  /** The game as it stands; null until it is known. */
  readonly state: ReadonlySignal<GameState | null>;
  /** Whether what is done now gets through at once. */
  readonly connected: ReadonlySignal<boolean>;
  /** There is no such game, or nobody may see it. */
  readonly missing: ReadonlySignal<boolean>;
  /** The number of what was said last in the game; 0 where nothing was, as far as is known. */
  readonly talked?: ReadonlySignal<number>;
  act(act: Act): Promise<Outcome>;
  /** Why a move would be refused. */
  explain(text: string): Promise<Why | null>;
  /** The computer's advice: a move and what comes after it; nothing where there is none. */
  hint(): Promise<readonly string[]>;
  /** Every position from the start to now. */
  history(): Promise<readonly Ply[]>;
  /** The time on the clock that the view's times are told by. */
  now(): number;
  /** The address of a file of the game, or what makes its text where there is none. */
  download(kind: FileKind): string | (() => Promise<string>);
  close(): void;
}

export type { Act, MoveView, Ply, Refused, View };
