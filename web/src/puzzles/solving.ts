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

  constructor(
    private readonly board: DraughtsBoard,
    private readonly variant: string,
    private readonly puzzle: Task,
    private readonly tell: (phase: Phase, why: string) => void,
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

  /** Take no more moves: the run that it belongs to is over. */
  stop(): void {
    this.#stop();
    this.#takeBack();
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
    const { legal } = this.#step;
    const posed = { variant: this.variant, board: this.#letters, turn: this.puzzle.turn, legal };
    this.#trial = pose(this.board, posed, {
      played: (move) => this.#try(move),
      refused: (squares) => void this.#refuse(squares),
      begun: () => this.#interrupt(),
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
      this.#takeBack();
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

  /** Show the position again, once a wrong move was seen. */
  #takeBack(): void {
    this.#timer = setTimeout(() => {
      this.board.show(this.#letters, null, true);
      this.board.mark({});
    }, LOOK);
  }

  #stop(): void {
    this.#interrupt();
    this.#trial = null;
    this.board.movable = new Set();
  }

  #rest(): MoveView[] {
    return this.puzzle.steps
      .slice(this.#at)
      .flatMap(({ legal, right, reply }) => [legal[right[0]!]!, ...(reply ? [reply] : [])]);
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
    const { captures, crowns } = move;
    const route = move.routes[0]!;
    this.#letters = boardAfter(this.#letters, move);
    this.board.show(this.#letters, { route, captures, crowns });
    this.board.mark({ last: [move.origin, move.target] });
  }
}
