/** Lines of openings to practise, as the library made them. */

import type { Side } from "../game/source";
import { file } from "../state/files";
import type { Names } from "../text/languages";
import { moveOf, type Row, type Step, type Task } from "../puzzles/set";
import type { MoveView } from "../generated/messages";

/** A position on the way of a line, and the move that the line plays there. */
export interface Place {
  readonly board: string;
  readonly turn: Side;
  readonly legal: readonly MoveView[];
  /** Which of the legal moves is played. */
  readonly played: number;
}

export interface Line {
  /** Its moves: what an address and the progress call it. */
  readonly id: string;
  readonly names: Names;
  /** The number of its three-move ballot, or 0. */
  readonly ballot: number;
  readonly places: readonly Place[];
}

export interface Raw {
  readonly positions: readonly (readonly [board: string, turn: Side, legal: readonly Row[]])[];
  readonly lines: readonly (readonly [
    names: Names,
    ballot: number,
    places: readonly number[],
    played: readonly number[],
  ])[];
}

const FILES = import.meta.glob<string>("../generated/drills/drill-*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The lines of a game; fails where they cannot be fetched. */
export async function linesOf(game: string): Promise<readonly Line[]> {
  const address = FILES[`../generated/drills/drill-${game}.json`];
  return address ? unpackLines(await file<Raw>(address)) : [];
}

export function unpackLines({ positions, lines }: Raw): readonly Line[] {
  const known = positions.map(([board, turn, legal]) => ({
    board,
    turn,
    legal: legal.map((row) => moveOf(row)),
  }));
  return lines.map(([names, ballot, at, played]) => {
    const places = at.map((place, ply) => ({ ...known[place]!, played: played[ply]! }));
    return { id: movesOf({ places }).join("."), names, ballot, places };
  });
}

/** The moves of a line as the game writes them. */
export function movesOf({ places }: Pick<Line, "places">): string[] {
  return places.map((place) => moveIn(place).text);
}

function moveIn({ legal, played }: Place): MoveView {
  return legal[played]!;
}

/** Moves with their numbers, from the start of a game on: `1. 11-15 23-19 2. 8-11`. */
export function withNumbers(moves: readonly string[]): string {
  return moves.map((move, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move)).join(" ");
}

/** Whether a side has a move in a line. */
export function isPlayed({ places }: Line, side: Side): boolean {
  return places.some(({ turn }) => turn === side);
}

/** A side's part of a line, the other's moves as replies; null where it has none. */
export function taskOf({ places }: Line, side: Side): Task | null {
  const first = places.findIndex(({ turn }) => turn === side);
  const begin = places[first];
  if (!begin) return null;
  const steps: Step[] = [];
  for (let ply = first; ply < places.length; ply += 2) {
    const { legal, played } = places[ply]!;
    const answer = places[ply + 1];
    steps.push({ legal, right: [played], reply: answer ? moveIn(answer) : null });
  }
  return { board: begin.board, turn: side, steps };
}
