/** Why a move is not legal: from a refused move to a typed reason (RULES X). */

import type { CoreMove, Kind } from "./core";
import type { Reason } from "./errors";
import { sideOf, type Position } from "./position";
import type { Rules, Step } from "./rules";

const ROUTES = 50; // followed for one capture: a composed position may have more than anyone can read
const DIAGONAL: readonly Step[] = ["forward", "backward"];
const STRAIGHT: readonly Step[] = ["ahead", "sideways", "behind"];

/** Why a text is refused as a move, or null if it may be played; throws if it is no move at all. */
export function explain(position: Position, text: string, huffing = false): Reason | null {
  if (position.named(text, "legal").fits.length > 0) return null;
  if (huffing && position.named(text, "faulty").fits.length > 0) return null;
  if (position.legal.length === 0) return { code: "game_over" };
  const attempt = new Attempt(position, text);
  return (
    attempt.wrongPiece() ??
    attempt.neglectedCapture() ??
    attempt.worseCapture() ??
    attempt.occupied() ??
    attempt.brokenOff() ??
    attempt.wrongLanding() ??
    attempt.crownedOnTheWay() ??
    attempt.impossible()
  );
}

/** The next of the pairs of a list. */
function pairs<T>(list: readonly T[]): (readonly [T, T])[] {
  return list.slice(1).map((each, index) => [list[index]!, each]);
}

/** One refused move, looked at from every side. */
class Attempt {
  readonly rules: Rules;
  readonly squares: readonly number[];
  readonly capture: boolean;
  readonly origin: number;
  readonly target: number;
  readonly piece: string;
  readonly best: CoreMove;
  readonly texts: readonly string[];

  constructor(
    readonly position: Position,
    readonly text: string,
  ) {
    this.rules = position.ruleset.variant.rules;
    const { squares, capture } = position.named(text, "legal");
    this.squares = squares;
    this.capture = capture;
    this.origin = squares[0]!;
    this.target = squares.at(-1)!;
    this.piece = position.pieceAt(this.origin);
    this.best = position.legal[0]!;
    this.texts = position.legal.map((move) => move.short);
  }

  wrongPiece(): Reason | null {
    if (!this.piece) return { code: "no_piece", square: this.origin };
    const own = sideOf(this.piece) === this.position.turn;
    return own ? null : { code: "not_your_piece", square: this.origin };
  }

  neglectedCapture(): Reason | null {
    if (this.capture || this.squares.length !== 2) return null;
    const held = this.#isHeldKing();
    if (captures(this.best) && (held || this.#fits("quiet"))) {
      return { code: "must_capture", pieces: this.position.mustCapture, moves: this.texts };
    }
    const limit = this.rules.king_run;
    return held ? { code: "king_run_limit", square: this.origin, limit } : null;
  }

  /** Whether only the limit on moves in a row with one king forbids this quiet move. */
  #isHeldKing(): boolean {
    const onLine = this.#on(this.rules.king_move, this.origin, this.target);
    const free = onLine && this.#empty(this.target) && this.#between().length === 0;
    return this.rules.king_run > 0 && !this.#fits("quiet") && !this.#isMan() && free;
  }

  worseCapture(): Reason | null {
    const worse = this.#meant("any-choice").find((move) => !this.#isLegal(move));
    return worse ? this.#worse(worse, worse.captures.length) : null;
  }

  occupied(): Reason | null {
    const taken = this.target !== this.origin && !this.#empty(this.target);
    return taken ? { code: "occupied", square: this.target } : null;
  }

  /** The captures of a kind that the text names, by their route or as the hub does. */
  #meant(kind: Kind): CoreMove[] {
    if (!this.#fits(kind)) return [];
    const targets = [this.target, this.squares[1]!];
    const ends = this.#moves(kind).filter(
      (move) => move.origin === this.origin && targets.includes(move.target),
    );
    const named = ends.filter((move) => {
      const visited = new Set([...move.route, ...move.captures]);
      return this.squares.every((square) => visited.has(square));
    });
    return (named.length > 0 ? named : ends).filter(captures);
  }

  /** Why a capture, which takes `taken` pieces as written, is not the best. */
  #worse(move: CoreMove, taken: number): Reason | null {
    const { choice } = this.rules;
    const { best, texts: best_moves } = this;
    if (choice === "free") return null;
    if (choice === "king-first") {
      return { code: "king_must_capture", kings: this.position.mustCapture, best_moves };
    }
    const because = (criterion: string): Reason => ({
      code: "must_capture_best",
      criterion,
      best_moves,
    });
    if (choice === "value") {
      const [value, kings] = this.#value(best);
      const [thisValue, thisKings] = this.#value(move);
      return because(value === thisValue && kings === thisKings ? "with_king" : "value");
    }
    if (best.captures.length > move.captures.length) {
      return { code: "must_capture_most", best: best.captures.length, this: taken, best_moves };
    }
    if (choice === "cascade" && best.byKing && !move.byKing) return because("with_king");
    return because(this.#kings(best) > this.#kings(move) ? "kings_taken" : "kings_earliest");
  }

  #kings(move: CoreMove): number {
    return move.captures.filter((square) => "WB".includes(this.position.pieceAt(square) || "-"))
      .length;
  }

  #value(move: CoreMove): readonly [number, number] {
    const kings = this.#kings(move);
    return [move.captures.length + kings, -kings];
  }

  brokenOff(): Reason | null {
    const onward = new Map<number, string>();
    let worse: Reason | null = null;
    for (const { move, taken, landing } of this.#stoppedShort()) {
      if (!this.#isLegal(move)) worse ??= this.#worse(move, taken);
      else if (!onward.has(landing)) onward.set(landing, move.short);
    }
    if (onward.size === 0) return worse;
    const next = [...onward.keys()].sort((a, b) => a - b);
    const moves = [...new Set(next.map((landing) => onward.get(landing)!))];
    return { code: "must_go_on", square: this.target, next, moves };
  }

  crownedOnTheWay(): Reason | null {
    if (this.rules.crowning !== "ends-move") return null;
    const ended = this.#moves("any-choice").find(
      ({ crowns, route }) => crowns && route.every((square, at) => this.squares[at] === square),
    );
    return ended ? { code: "crowning_ends_move", square: ended.target } : null;
  }

  /** Each capture that this one begins, the pieces taken so far, and the next landing. */
  *#stoppedShort(): Generator<{ move: CoreMove; taken: number; landing: number }> {
    for (const move of this.#moves("any-choice")) {
      if (move.origin !== this.origin || move.captures.length < 2) continue;
      for (const route of move.routes ?? []) {
        for (let taken = 1; taken < route.length - 1; taken += 1) {
          const [before, behind, landing] = route.slice(taken - 1, taken + 2) as [
            number,
            number,
            number,
          ];
          // A king that goes straight on could also have stopped further behind.
          const ahead = this.#direction(before, behind) === this.#direction(behind, landing);
          const stops = [behind, ...(ahead ? this.#free(behind, landing) : [])];
          const visited = route.slice(0, taken);
          const along = this.squares.slice(1, -1).every((square) => visited.includes(square));
          if (stops.includes(this.target) && along) yield { move, taken, landing };
        }
      }
    }
  }

  wrongLanding(): Reason | null {
    const [found] = this.#meant("any-landing");
    if (!found || this.#fits("any-choice")) return null;
    const series = this.#moves("any-choice").filter(
      (move) => move.origin === this.origin && captures(move),
    );
    const routes = series.flatMap((move) => move.routes ?? []);
    for (const [index, [last, landing]] of pairs(found.route).entries()) {
      const at = index + 1;
      const way = this.#direction(last, landing);
      const begun = routes.filter(
        (route) => route.length > at && found.route.slice(0, at).every((s, n) => s === route[n]),
      );
      const allowed = new Set(
        begun.map((route) => route[at]!).filter((next) => this.#direction(last, next) === way),
      );
      if (allowed.size > 0 && !allowed.has(landing)) {
        const sorted = [...allowed].sort((a, b) => a - b);
        return { code: "must_land_behind", target: landing, allowed: sorted };
      }
    }
    return null;
  }

  /** What the geometry or the pieces in the way forbid. */
  impossible(): Reason {
    if (this.squares.length > 2 || this.origin === this.target) return this.#series();
    return this.#isMan() ? this.#man() : this.#king();
  }

  #because(code: string): Reason {
    return { code, origin: this.origin, target: this.target };
  }

  #series(): Reason {
    if (this.squares.length === 2 && !this.capture) return this.#because("not_on_line");
    for (const [start, end] of pairs(this.squares)) {
      const wrong = this.#manJump(start, end);
      if (wrong) return wrong;
    }
    return this.#capturedTwice() ?? this.#because("nothing_to_capture");
  }

  /** What forbids a man to jump over the one enemy piece between two squares. */
  #manJump(start: number, end: number): Reason | null {
    const [square, ...others] = this.#passed(start, end);
    const [, row] = this.position.ruleset.geometry.place(start);
    const farRow = row === 0 || row === Number.parseInt(this.rules.board, 10) - 1;
    const crowned = farRow && start !== this.origin;
    if (crowned || !this.#isMan() || others.length > 0) return null;
    if (square === undefined || !this.#enemy(square)) return null;
    if ("WB".includes(this.position.pieceAt(square)) && !this.rules.men_take_kings) {
      return { code: "man_cannot_take_king", origin: start, king: square };
    }
    const { men_capture } = this.rules;
    const back = men_capture.includes("backward") || men_capture.includes("behind");
    if (this.#on(men_capture, start, end) && this.#backward(start, end) && !back) {
      return { code: "man_captures_forward", origin: start, target: end };
    }
    return null;
  }

  #man(): Reason {
    const jump = this.#manJump(this.origin, this.target);
    if (this.capture || jump) return jump ?? this.#because("nothing_to_capture");
    if (!this.#on(this.rules.men_move, this.origin, this.target)) {
      return this.#because("not_on_line");
    }
    const back = this.#backward(this.origin, this.target);
    return this.#because(back ? "man_moves_forward" : "too_far");
  }

  #king(): Reason {
    const { rules } = this;
    const between = this.#between();
    const lines = this.capture ? rules.king_capture : rules.king_move;
    const onLine = this.#on(lines, this.origin, this.target);
    if (onLine && between.length > 0 && rules.flying) {
      const takesFirst = this.capture && between.length > 1 && this.#enemy(between[0]!);
      return { ...this.#because("king_blocked"), blocker: between[takesFirst ? 1 : 0]! };
    }
    if (this.capture) return this.#because("nothing_to_capture");
    const far = onLine && this.#passed(this.origin, this.target).length > 0 && !rules.flying;
    return this.#because(far ? "too_far" : "not_on_line");
  }

  #capturedTwice(): Reason | null {
    const jumped = new Set<number>();
    for (const [start, end] of pairs(this.squares)) {
      const prey = this.#passed(start, end).filter((square) => this.#enemy(square));
      const again = prey.filter((square) => jumped.has(square));
      if (again.length > 0 && this.rules.removal === "late") {
        return { code: "captured_twice", square: Math.min(...again) };
      }
      for (const square of prey) jumped.add(square);
    }
    return null;
  }

  #moves(kind: Kind): readonly CoreMove[] {
    if (kind === "legal") return this.position.legal;
    return this.position.moves(kind, kind === "any-choice" ? ROUTES : 0);
  }

  #fits(kind: Kind): boolean {
    return this.position.named(this.text, kind).fits.length > 0;
  }

  #isLegal(move: CoreMove): boolean {
    return this.position.legal.some((each) => sameOutcome(each, move));
  }

  #isMan(): boolean {
    return this.piece === this.piece.toLowerCase();
  }

  #vector(start: number, end: number): readonly [number, number] {
    const { geometry } = this.position.ruleset;
    const [column, row] = geometry.place(start);
    const [toColumn, toRow] = geometry.place(end);
    return [toColumn - column, toRow - row];
  }

  #direction(start: number, end: number): string {
    return this.#vector(start, end).map(Math.sign).join();
  }

  /** Whether two squares share such a line, ahead or behind. */
  #on(lines: readonly Step[], start: number, end: number): boolean {
    const [x, y] = this.#vector(start, end);
    const diagonal = Math.abs(x) === Math.abs(y) && lines.some((each) => DIAGONAL.includes(each));
    return diagonal || (x * y === 0 && lines.some((each) => STRAIGHT.includes(each)));
  }

  #backward(start: number, end: number): boolean {
    const [, y] = this.#vector(start, end);
    return this.position.turn === "white" ? y < 0 : y > 0;
  }

  #passed(start: number, end: number): number[] {
    return this.position.ruleset.geometry.between(start, end);
  }

  /** The empty squares behind `start`, up to the first piece on the way to `end`. */
  #free(start: number, end: number): number[] {
    const passed = this.#passed(start, end);
    const stop = passed.findIndex((square) => !this.#empty(square));
    return stop < 0 ? passed : passed.slice(0, stop);
  }

  /** The pieces that stand between origin and target, nearest first. */
  #between(): number[] {
    return this.#passed(this.origin, this.target).filter((square) => !this.#empty(square));
  }

  #empty(square: number): boolean {
    return this.position.pieceAt(square) === "";
  }

  #enemy(square: number): boolean {
    const piece = this.position.pieceAt(square);
    return piece !== "" && sideOf(piece) !== this.position.turn;
  }
}

function captures(move: CoreMove): boolean {
  return move.captures.length > 0;
}

function sameOutcome(one: CoreMove, two: CoreMove): boolean {
  return one.hub === two.hub && one.crowns === two.crowns;
}
