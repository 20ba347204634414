/** One puzzle on a board: moves are tried, replies are played, the solution can be shown. */

import type { BoardInput, DraughtsBoard } from "../board";
import type { MoveView } from "../generated/messages";
import { boardAfter } from "../game/apply-move";
import { pose, refusalOf, type Trial } from "../game/sandbox";
import { language, words } from "../text/language";
import type { Step, Task } from "./set";

/** Asked, on the right way, a legal move that does not solve it, no legal move, solved, shown. */
export type Phase = "ask" | "on" | "wrong" | "illegal" | "solved" | "shown";

/** Milliseconds until the reply comes, and until a wrong move is taken back. */
const REPLY = 550;
const LOOK = 900;
/** Milliseconds for which the answer to a wrong move is seen. */
const ANSWER = 1400;
/** Milliseconds from one move of a shown solution to the next. */
const STEP = 900;

export class Solving {
  #letters: string;
  #at = 0;
  /** Counts what was done with the board. */
  #asked = 0;
  /** The position that is asked; null while nothing is. */
  #trial: Trial | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Whether what was done last was refused: why, is told until something else is done. */
  #refused = false;

  /** `refutes`: whether a wrong move is answered on the board before it is taken back. */
  constructor(
    private readonly board: DraughtsBoard,
    private readonly variant: string,
    private readonly puzzle: Task,
    private readonly tell: (phase: Phase, why: string) => void,
    private readonly refutes: boolean,
  ) {
    this.#letters = puzzle.board;
    board.show(puzzle.board, null, true);
    board.mark({});
    this.#ask();
  }

  close(): void {
    this.#interrupt();
    this.#trial = null;
  }

  /** Handle what is done with the board. */
  handle(input: BoardInput): void {
    this.#trial?.handle(input);
  }

  /** Take no more moves: the run that it belongs to is over. What was wrong is still answered. */
  stop(): void {
    this.#closed = true;
    this.#trial = null;
    this.board.movable = new Set();
  }

  /** Help a little: the piece that moves, or its whole way. */
  hint(way: boolean): void {
    const { legal, right } = this.#step;
    const [route] = legal[right[0]!]!.routes;
    this.#interrupt();
    this.board.show(this.#letters, null, true);
    this.board.mark(
      way
        ? { lines: [{ squares: route!, kind: "hint" }] }
        : { rings: [{ square: route![0]!, kind: "hint" }] },
    );
  }

  /** Show where the solution stands after so many plies. */
  look(plies: number): void {
    this.#stop();
    const moves = solutionOf(this.puzzle).slice(0, plies);
    const last = moves.pop();
    this.#letters = moves.reduce(boardAfter, this.puzzle.board);
    if (last) {
      this.#draw(last);
      return;
    }
    this.board.show(this.#letters, null);
    this.board.mark({});
  }

  /** Play the rest of the solution. */
  show(): void {
    this.#stop();
    this.board.show(this.#letters, null, true);
    this.tell("shown", "");
    this.#play(this.#rest());
  }

  get #step(): Step {
    return this.puzzle.steps[this.#at]!;
  }

  #ask(): void {
    if (this.#closed) return;
    const { legal } = this.#step;
    const posed = { variant: this.variant, board: this.#letters, turn: this.puzzle.turn, legal };
    this.#trial = pose(this.board, posed, {
      played: (move) => this.#try(move),
      refused: (squares) => void this.#refuse(squares),
      begun: () => {
        this.#interrupt();
        if (this.#refused) this.tell("ask", "");
        this.#refused = false;
      },
    });
  }

  #interrupt(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** Say why no move goes over these squares, at once where it was written beforehand. */
  async #refuse(squares: readonly number[]): Promise<void> {
    const { refused, sentences } = this.#step;
    const asked = this.#asked;
    this.#refused = true;
    if (refused && sentences) {
      this.tell("illegal", refusalOf({ refused, sentences }, squares, language.peek()));
      return;
    }
    this.tell("illegal", "");
    const why = await this.#why(squares).catch(() => "");
    // Something else may have been done, or asked, meanwhile.
    if (why && asked === this.#asked) this.tell("illegal", why);
  }

  async #why(squares: readonly number[]): Promise<string> {
    const place = { variant: this.variant, board: this.#letters, turn: this.puzzle.turn };
    const [{ refusalIn }, { coreOfPage }] = await Promise.all([
      import("./refusing"),
      import("../study/engine"),
    ]);
    return refusalIn(await coreOfPage(), place, squares, words(this.variant));
  }

  #try(move: MoveView): void {
    const { legal, right, reply } = this.#step;
    if (!right.includes(legal.indexOf(move))) {
      this.tell("wrong", "");
      if (this.refutes) void this.#refute(move);
      else this.#takeBack(LOOK);
      return;
    }
    this.#stop();
    this.#letters = boardAfter(this.#letters, move);
    if (!reply) {
      this.tell("solved", "");
      return;
    }
    this.tell("on", "");
    this.#timer = setTimeout(() => {
      this.#draw(reply);
      this.#at += 1;
      // A line of an opening may end with the other side's move.
      if (this.#at < this.puzzle.steps.length) this.#ask();
      else this.tell("solved", "");
    }, REPLY);
  }

  /** Show how a wrong move is answered, once it was seen, and take it back. */
  async #refute(move: MoveView): Promise<void> {
    const asked = this.#asked;
    const place = { variant: this.variant, board: this.#letters, turn: this.puzzle.turn };
    const [answer] = await Promise.all([
      import("./refuting").then(({ answerTo }) => answerTo(place, move)).catch(() => null),
      new Promise((seen) => setTimeout(seen, LOOK)),
    ]);
    // Something else may have been done meanwhile.
    if (asked !== this.#asked) return;
    if (answer) {
      this.#show(boardAfter(boardAfter(this.#letters, move), answer), answer);
      const line = `${move.text}? ${answer.text}`;
      this.tell("wrong", words(this.variant).text("web.puzzles.refuted", { line }));
    }
    this.#takeBack(answer ? ANSWER : 0);
  }

  /** Show the position again after some milliseconds. */
  #takeBack(wait: number): void {
    this.#timer = setTimeout(() => {
      this.board.show(this.#letters, null, true);
      this.board.mark({});
    }, wait);
  }

  #stop(): void {
    this.#interrupt();
    this.#trial = null;
    this.board.movable = new Set();
  }

  #rest(): MoveView[] {
    return solutionOf(this.puzzle, this.#at);
  }

  #play(moves: readonly MoveView[]): void {
    const [move, ...others] = moves;
    if (!move) return;
    this.#timer = setTimeout(() => {
      this.#draw(move);
      this.#play(others);
    }, STEP);
  }

  #draw(move: MoveView): void {
    this.#letters = boardAfter(this.#letters, move);
    this.#show(this.#letters, move);
  }

  /** Show the pieces after a move, and how it came to that. */
  #show(letters: string, { routes, captures, crowns, origin, target }: MoveView): void {
    this.board.show(letters, { route: routes[0]!, captures, crowns });
    this.board.mark({ last: [origin, target] });
  }
}

/** The moves of a solution with the replies, from a step on. */
export function solutionOf({ steps }: Task, from = 0): MoveView[] {
  return steps
    .slice(from)
    .flatMap(({ legal, right, reply }) => [legal[right[0]!]!, ...(reply ? [reply] : [])]);
}
