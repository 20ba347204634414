/** The marks on the board, out of what a game shows. */

import type { Line, Marks, Ring } from "../board/marks";
import { labelsOf } from "../input/options";
import type { InputState } from "../input/state";
import { starting } from "../input/ways";
import type { Help } from "../state/preferences";
import type { Play } from "./play";
import type { Shown } from "./board-state";
import type { MoveView, View } from "./source";

const MOST_LINES = 9;

export function marksOf(play: Play, help: Help): Marks {
  const shown = play.shown.value;
  const view = play.view.value;
  if (!shown || !view) return {};
  const last = shown.last ? [shown.last.route[0]!, shown.last.route.at(-1)!] : [];
  const lines =
    shown.last && shown.last.route.length > 2
      ? [{ squares: shown.last.route, kind: "last" as const }]
      : [];
  const huffed = play.huffs.value
    .filter((huff) => huff.ply === shown.ply && shown.board[huff.square - 1] === "e")
    .map(({ square }) => square);
  if (!shown.live || shown.ply !== view.ply) return { last, lines, huffed };
  const input = play.input.value;
  const advice = play.advice.value;
  const lifted = play.lifted.value;
  const entering = input ? (lifted > 0 ? draggedMarks(input, lifted) : enteredMarks(input)) : {};
  return {
    last,
    huffed,
    ...entering,
    lines: [
      ...(input && input.picks.length > 0 ? [] : lines),
      ...(entering.lines ?? []),
      ...(advice ? [{ squares: advice.routes[0]!, kind: "hint" as const }] : []),
      ...threatLine(play),
      ...play.foreseen.value.map((squares, index) => ({
        squares,
        kind: "hint" as const,
        number: index + 1,
        labels: squares.slice(-1),
      })),
    ],
    rings: rings(play, view, help, advice),
  };
}

/** What the computer threatens, where somebody has asked why. */
function threatLine(play: Play): readonly Line[] {
  const threat = play.threat.value;
  if (!threat || !play.threatened.value) return [];
  return [{ squares: threat.route, kind: "premove" }];
}

/** Where the piece that is being dragged can go. */
function draggedMarks(input: InputState, square: number): Marks {
  const targets = starting(input.all, square).map((way) => way.move.target);
  return { selected: [square], targets: [...new Set(targets)] };
}

/** Marks of the unfinished input. */
function enteredMarks(input: InputState): Marks {
  if (input.premove.length > 0) {
    const lines = [{ squares: input.premove, kind: "premove" as const }];
    return { premove: input.premove, lines: input.premove.length > 1 ? lines : [] };
  }
  if (input.picks.length === 0) return {};
  const origins = [...new Set(input.ways.map((way) => way.move.origin))];
  if (origins.length > 1) return { selected: origins, targets: [input.picks[0]!] };
  const targets = [...new Set(input.ways.map((way) => way.move.target))];
  const start = input.picks[0]!;
  if (input.options.length === 0 || input.options.length > MOST_LINES) {
    const via = input.ways.flatMap((way) => way.route.slice(1, -1));
    return {
      selected: [start],
      targets: targets.filter((square) => square !== start),
      via: [...new Set(via)].filter((square) => !targets.includes(square)),
    };
  }
  return {
    selected: [start],
    targets,
    lines: input.options.map((option) => ({
      squares: option.route,
      kind: "route" as const,
      number: option.number,
      labels: labelsOf(option),
    })),
  };
}

function rings(play: Play, view: View, help: Help, advice: MoveView | null): readonly Ring[] {
  if ((play.input.value?.picks.length ?? 0) > 1) return [];
  if (advice) return [{ square: advice.origin, kind: "hint" }];
  const mine = play.you.value.includes(view.turn);
  if (play.huffable.value.length > 0 && mine) {
    return play.huffable.value.map((square) => ({ square, kind: "fault" }));
  }
  // Where huffing is played, to see one's captures is part of the game.
  if (help === "off" || view.huffing || !(mine || play.you.value.length === 0)) return [];
  const decides = isDecided(view);
  return view.must.map(({ square, take }) => ({
    square,
    kind: "must",
    ...(take && decides ? { text: String(take) } : {}),
  }));
}

/** Whether the majority rule decides here, that is, rules out a capture that it leaves open else. */
function isDecided({ must }: View): boolean {
  return must.some(({ take }) => take !== null && take > 1);
}

/** Where a piece stands while its capture is being entered, and what it has taken so far. */
export function previewOf(input: InputState | null): {
  from: number;
  at: number;
  taken: readonly number[];
} {
  const none = { from: 0, at: 0, taken: [] };
  const [way, ...others] = input?.ways ?? [];
  if (!input || !way || input.picks.length < 2 || input.options.length === 0) return none;
  const shown = way.path.slice(0, way.at + 1);
  const squares = shown.map((each) => each.square);
  const alike = others.every((each) =>
    squares.every((square, index) => each.path[index]?.square === square),
  );
  if (!alike || !shown.at(-1)!.lands) return none;
  const taken = squares.filter((square) => way.move.captures.includes(square));
  return { from: squares[0]!, at: squares.at(-1)!, taken };
}

/** Whether two shown positions follow each other by one move that can be shown moving. */
export function follows(before: Shown | null, now: Shown): boolean {
  return before !== null && now.ply === before.ply + 1 && before.live && now.live;
}
