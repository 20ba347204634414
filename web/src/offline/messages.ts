/**
 * What a page and the worker say to each other: the messages of the server's socket, and what only
 * this device can do. Everything beside the socket's messages has an `id` and is answered with it.
 */

import type {
  Begun,
  ClientMessage,
  GameSummary,
  NewGame,
  Refused,
  ServerMessage,
  View,
} from "../generated/messages";
import type { FileKind } from "../game/source";
import type { Tossed } from "./terms";

/** The name under which the browser keeps the games of this device. */
export const STORE = "crownhead";

/** What has become of a game that was handed in. */
export interface HandedIn {
  readonly game: string;
  /** The game at the server that took it, of a round the last; null: not yet, or never. */
  readonly server: string | null;
  /** What the server said that will never take it. */
  readonly sentence: string;
}

export interface Create {
  readonly t: "create";
  readonly id: string;
  readonly wish: NewGame;
  /** What the player is called. */
  readonly name: string;
  /** The toss by which the sides were given. */
  readonly toss?: Tossed | null;
}
export interface List {
  readonly t: "list";
  readonly id: string;
}
/** Ask how a game stands, without following it: it may be handed over meanwhile. */
export interface Look {
  readonly t: "look";
  readonly id: string;
  readonly game: string;
}
export interface Remove {
  readonly t: "remove";
  readonly id: string;
  readonly game: string;
}
/** Hand games to the server that answers again: all that nobody watches, or this one. */
export interface HandOver {
  readonly t: "hand_over";
  readonly id: string;
  readonly game?: string;
  /** The server's clock less ours, in milliseconds. */
  readonly skew: number;
}

/** Write a game, or draw where it stands, as a file to keep. */
export interface Write {
  readonly t: "write";
  readonly id: string;
  readonly game: string;
  readonly kind: FileKind;
}

export type DeviceMessage = ClientMessage | Create | List | Look | Remove | HandOver | Write;
export type Asked = Extract<DeviceMessage, { readonly id: string }>;

export interface LocalCard extends GameSummary {
  /** The game at the server that took it. */
  readonly handed: string | null;
  /** What the server said that did not take it. */
  readonly declined: string | null;
  /** The server takes it no more, or not as it is. */
  readonly stays: boolean;
}

export interface Created {
  readonly t: "created";
  readonly id: string;
  readonly begun: Begun;
}
export interface Listed {
  readonly t: "games";
  readonly id: string;
  /** Newest first. */
  readonly games: readonly LocalCard[];
  /** Games whose record cannot be read any more, and why. */
  readonly damaged: readonly { readonly game: string; readonly sentence: string }[];
  /** False where the browser keeps nothing: the games are gone with the page. */
  readonly kept: boolean;
}
export interface Looked {
  readonly t: "looked";
  readonly id: string;
  readonly view: View;
}
export interface Removed {
  readonly t: "removed";
  readonly id: string;
}
export interface HandedOver {
  readonly t: "handed_over";
  readonly id: string;
  readonly games: readonly HandedIn[];
}

export interface Written {
  readonly t: "written";
  readonly id: string;
  readonly text: string;
}

export type DeviceAnswer =
  ServerMessage | Created | Listed | Looked | Removed | HandedOver | Written;

/** What a refusal says beyond its code and sentence, where there is nothing to say. */
export const PLAIN: Required<Omit<Refused, "t" | "code" | "sentence" | "detail">> = {
  id: null,
  game: null,
  rule: "",
  squares: [],
  moves: [],
  reason: null,
  seq: null,
  wait: 0,
};

const LOCAL = /^local[0-9a-f]{16}$/;

/** Whether a game is one of this device. */
export function isLocal(game: string): boolean {
  return LOCAL.test(game);
}

export function newLocal(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `local${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
