/** The board of an analysis: every legal move can be played on it, and arrows show the best. */

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { BoardInput } from "../../board/element";
import type { Line, Marks, Ring } from "../../board/marks";
import { piecesOf } from "../../game/apply-move";
import { pieceKey } from "../../game/describing";
import { step } from "../../input/machine";
import { labelsOf } from "../../input/options";
import { idle, type InputEvent, type InputState } from "../../input/state";
import { geometryOf } from "../../game/variants";
import { useBoard } from "../../parts/use-board";
import { useNow } from "../../parts/use-now";
import { drawingsOf, type Drawing } from "../../study/annotations";
import { settings } from "../../study/settings";
import type { Peek, Study } from "../../study/study";
import { played } from "../../study/tree";
import { words } from "../../text/language";
import { Drawer, useDrawing } from "./drawing";

/** Arrows beside the best one. */
const MOST_ARROWS = 3;

/** The input of one study's board. */
export class Entering {
  readonly input;
  /** What was typed outside the field for moves and belongs into it. */
  readonly typed = signal("");
  readonly shaken = signal<readonly number[]>([]);
  /** What was entered last as text was no move. */
  readonly wrong = signal(false);
  readonly drawer;

  constructor(readonly study: Study) {
    this.drawer = new Drawer(study);
    this.input = signal<InputState>(idle(geometryOf(study.game)));
  }

  /** Take over what can be played at the node. */
  turn(): void {
    const { legal, faulty } = this.study.choices.value;
    const { position } = this.study.at.value;
    this.enter({
      type: "turn",
      legal,
      faulty,
      own: piecesOf(position.board, position.turn),
      mine: true,
      active: true,
      auto: "off",
    });
  }

  enter(event: InputEvent): void {
    const { state, effect } = step(this.input.peek(), event);
    this.input.value = state;
    if (!effect) return;
    if (effect.type === "play") {
      this.wrong.value = false;
      const hub = this.study.choices.peek().hubs.get(effect.move)!;
      const retry = this.study.retry.peek();
      if (retry) retry.try(hub);
      else this.study.play(hub);
    } else if (effect.type === "refuse") {
      if (effect.text !== undefined) this.wrong.value = true;
      this.shaken.value = [...effect.squares];
    }
  }

  board(input: BoardInput): void {
    if (this.study.peek.peek()) this.study.peek.value = null;
    if (this.drawer.out.peek()) this.#draw(input);
    else if (input.type === "key") this.typed.value += input.key;
    else if (input.type === "tap") this.enter({ type: "tap", square: input.square });
    else if (input.type !== "lift") this.enter(input);
  }

  /** What keys do while the pens are out; pointers draw before the board hears them. */
  #draw(input: BoardInput): void {
    if (input.type === "tap") this.drawer.press(input.square);
    else if (input.type === "cancel" || input.type === "back") this.drawer.cancel();
  }

  /** Whether the right button draws: it takes back what is being entered, if anything is. */
  get free(): boolean {
    return this.input.peek().picks.length === 0 && this.study.peek.peek() === null;
  }
}

export function AnalysisBoard({ entering }: { readonly entering: Entering }): JSX.Element {
  const { study } = entering;
  const [element, attributes] = useBoard(study.game, {
    orientation: study.below.value,
    handle: (input) => entering.board(input),
  });
  const drawn = useRef<unknown>(null);
  useDrawing(element, entering.drawer, () => entering.free);

  useNow(() => entering.turn());

  useNow(() => {
    const board = element.current!;
    const node = study.at.value;
    const peek = study.peek.value ?? triedPeek(study);
    const shown = peek ?? node;
    const { move } = shown;
    const before = peek ? (study.retry.value ? node : null) : node.parent;
    const moved = move && before !== null && drawn.current === before;
    drawn.current = shown;
    const { removal } = study.ruleset.variant.rules;
    const change = moved ? { ...move, atOnce: removal === "at-once" } : null;
    board.show(shown.position.board, change);
  });

  useNow(() => {
    const board = element.current!;
    const input = entering.input.value;
    board.choosing = input.options.length > 0;
    board.movable = new Set(input.own);
    board.begin = input.all[0]?.route[0] ?? 0;
    board.describe = (square) => describe(entering, square);
  });

  // What the engine sees changes more often than what can be entered.
  useNow(() => element.current!.mark(marksOf(entering)));

  useNow(() => {
    const squares = entering.shaken.value;
    if (squares.length > 0) element.current?.shake(squares);
  });

  return <draughts-board {...attributes} class="board" />;
}

/** The position after the move that was tried, or shown, in place of a mistake. */
function triedPeek(study: Study): Peek | null {
  const retry = study.retry.value;
  const hub = retry?.tried.value;
  const node = retry?.task?.node.parent;
  return hub && node && study.at.value === node ? played(node.position, hub, "move") : null;
}

function marksOf({ study, input, drawer }: Entering): Marks {
  const node = study.at.value;
  void study.changes.value;
  const peek = study.peek.value ?? triedPeek(study);
  const { move } = peek ?? node;
  const last = move ? [move.route[0]!, move.route.at(-1)!] : [];
  if (peek) return { last };
  const { picks, ways, options } = input.value;
  if (picks.length === 0) {
    const { rings, lines } = drawingsOf(node.comment, study.ruleset.geometry);
    const begun = drawer.begun.value;
    const [ring, line] = begun ? shownAs(begun) : [[], []];
    return { last, rings: [...rings, ...ring], lines: [...arrows(study), ...lines, ...line] };
  }
  const targets = [...new Set(ways.map((way) => way.move.target))];
  return {
    last,
    selected: [picks[0]!],
    targets: targets.filter((square) => square !== picks[0]),
    lines: options.slice(0, 9).map((option) => ({
      squares: option.route,
      kind: "route" as const,
      number: option.number,
      labels: labelsOf(option),
    })),
  };
}

/** A drawing that has begun: as it would be drawn now. */
function shownAs({ pen, squares }: Drawing): readonly [readonly Ring[], readonly Line[]] {
  const [square, to] = squares;
  return to ? [[], [{ kind: pen, squares: [square, to] }]] : [[{ kind: pen, square }], []];
}

/** The first moves of the best lines; what the other side would do, if that is asked. */
function arrows(study: Study): Line[] {
  const { found } = study.engine.known.value;
  const { on, threat } = settings.value;
  if (!on || !found || study.resting.value) return [];
  const { position } = study.at.value;
  const from = threat ? position.turned() : position;
  const best = found.lines[0]?.tables;
  return found.lines.slice(0, MOST_ARROWS).flatMap(({ moves, tables }, index) => {
    // What gives away a win or a draw is no advice.
    if (best && tables && tables.value < best.value) return [];
    const move = from.moves("legal").find(({ hub }) => hub === moves[0]);
    if (!move) return [];
    const more = index > 0 ? { number: index + 1, labels: [move.target] } : {};
    return [{ squares: move.route, kind: "hint" as const, ...more }];
  });
}

function describe({ study, input }: Entering, square: number): string {
  const kind = words(study.game.key);
  const { position, move } = study.peek.value ?? study.at.value;
  const said = [
    geometryOf(study.game).name(square, study.game.notation),
    kind.text(pieceKey(position.board[square - 1])),
  ];
  const { picks, ways } = input.value;
  if (picks[0] !== square && ways.some((way) => way.move.target === square)) {
    said.push(kind.text("web.square.target"));
  }
  if (move?.target === square) said.push(kind.text("web.square.last"));
  return said.join(", ");
}
