/** A position to try moves on, outside a game: what is entered there, drawn and refused. */

import type { BoardInput, DraughtsBoard } from "../board";
import type { MoveView } from "../generated/messages";
import { step } from "../input/machine";
import { idle, type InputState } from "../input/state";
import { starting } from "../input/ways";
import { words, type Language } from "../text/language";
import { boardAfter, piecesOf } from "./apply-move";
import { plainNames } from "./describing";
import type { Side } from "./source";
import { gameOf, geometryOf } from "./variants";

export interface Posed {
  readonly variant: string;
  readonly board: string;
  readonly turn: Side;
  readonly legal: readonly MoveView[];
  /** Moves that leave out a capture, where huffing is shown. */
  readonly faulty?: readonly MoveView[];
}

/** What is told of moves that are not legal: a sentence for what goes from square to square. */
export interface Refusals {
  readonly refused: Readonly<Record<string, number>>;
  readonly sentences: readonly Readonly<Record<Language, string>>[];
}

/** Why nothing goes over these squares; "" where it can only be said that nothing does. */
export function refusalOf(known: Refusals, squares: readonly number[], spoken: Language): string {
  const found = known.refused[`${squares[0]}-${squares.at(-1)}`];
  return found === undefined ? "" : (known.sentences[found]?.[spoken] ?? "");
}

export interface Trier {
  /** A move was played and is drawn. */
  readonly played: (move: MoveView) => void;
  /** No move goes over these squares. */
  readonly refused: (squares: readonly number[]) => void;
  /** Somebody does something with the board: what else moved on it ends. */
  readonly begun?: () => void;
}

/** A position that is posed on a board: what is done with the board goes to `handle`. */
export interface Trial {
  readonly handle: (input: BoardInput) => void;
}

/** Let one move be tried on a board, and after it again. */
export function pose(board: DraughtsBoard, posed: Posed, trier: Trier): Trial {
  const { played, refused, begun } = trier;
  let state = turnIn(posed);
  const mark = (lifted = 0): void => {
    const ways = lifted ? starting(state.all, lifted) : state.ways;
    const targets = [...new Set(ways.map(({ move }) => move.target))];
    board.mark({ selected: lifted ? [lifted] : state.picks.slice(0, 1), targets });
  };
  const play = (move: MoveView, route: readonly number[]): void => {
    const { captures, crowns } = move;
    board.show(boardAfter(posed.board, move), { route, captures, crowns });
    board.mark({ last: [route[0]!, route.at(-1)!] });
    state = turnIn(posed);
    played(move);
  };
  const handle = (input: BoardInput): void => {
    if (input.type === "key") return;
    if (input.type === "lift") {
      if (board.letters === posed.board) mark(input.square);
      return;
    }
    begun?.();
    // Something else stands there: the position comes first.
    if (board.letters !== posed.board) {
      board.show(posed.board, null, true);
      state = turnIn(posed);
      mark();
      return;
    }
    const { state: next, effect } = step(state, input);
    state = next;
    mark();
    if (effect?.type === "play") play(effect.move, effect.route);
    else if (effect?.type === "refuse") {
      board.shake(effect.squares.slice(0, 1));
      refused(effect.squares);
    }
  };
  const game = gameOf(posed.variant);
  board.movable = new Set(state.own);
  board.begin = posed.legal[0]?.origin ?? 0;
  board.describe = plainNames(game, () => board.letters, words(game.key));
  return { handle };
}

/** The state in which the reader is to move. */
function turnIn({ variant, board, turn, legal, faulty = [] }: Posed): InputState {
  const own = piecesOf(board, turn);
  const start = idle(geometryOf(gameOf(variant)));
  const begin = { legal, faulty, own, mine: true, active: true, auto: "off" } as const;
  return step(start, { type: "turn", ...begin }).state;
}
