/** The board of a session: draws what it shows, and hears what is done. */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { DraughtsBoard } from "../board";
import { describe } from "../game/describing";
import type { Session } from "../game/session";
import type { Shown } from "../game/board-state";
import type { Game } from "../game/variants";
import { follows, marksOf, previewOf } from "../game/marks";
import { preferences } from "../state/preferences";
import { words } from "../text/language";
import { useBoard } from "./use-board";
import { useNow } from "./use-now";

type Element = { readonly current: DraughtsBoard | null };

export function GameBoard({ session }: { readonly session: Session }): JSX.Element | null {
  const game = session.game.value;
  return game && <BoardOf session={session} game={game} />;
}

function BoardOf({ session, game }: { readonly session: Session; readonly game: Game }) {
  const [board, attributes] = useBoard(game, {
    orientation: session.below.value,
    handle: (input) => {
      if (input.type === "key") session.typing.value += input.key;
      else session.handle(input);
    },
  });
  usePosition(session, board);
  useMarks(session, board);
  useWords(session, board);
  return <draughts-board {...attributes} class="board" />;
}

/** Draw what the session shows, and how it came about. */
function usePosition(session: Session, element: Element): void {
  const drawn = useRef<Shown | null>(null);
  useNow(() => {
    const board = element.current;
    const shown = session.shown.value;
    const kind = session.game.value;
    if (!board || !shown || !kind) return;
    const before = drawn.current;
    drawn.current = shown;
    if (board.letters !== shown.board || board.letters === "") {
      const made = shown.last && follows(before, shown) ? { ...shown.last } : null;
      const change = shown.change ?? made;
      board.show(shown.board, change && { ...change, atOnce: kind.removal === "at-once" });
    }
  });
  useNow(() => {
    const { squares } = session.shaken.value;
    if (squares.length > 0) element.current?.shake(squares);
  });
}

/** Mark what can be done, and what is being done. */
function useMarks(session: Session, element: Element): void {
  useNow(() => {
    const board = element.current;
    if (!board) return;
    const input = session.input.value;
    const { from, at, taken } = previewOf(input);
    board.preview(from, at, taken);
    board.mark(marksOf(session, preferences.help.value));
    board.choosing = (input?.options.length ?? 0) > 0;
    const own = input?.active ? input.own : [];
    board.movable = new Set(own);
    board.begin = input?.all[0]?.route[0] ?? own[0] ?? 0;
  });
}

/** Name each square for those who do not see it. */
function useWords(session: Session, element: Element): void {
  useNow(() => {
    const board = element.current;
    const shown = session.shown.value;
    const view = session.view.value;
    const kind = session.game.value;
    if (!board || !shown || !view || !kind) return;
    const known = { ...view, huffable: session.huffable.value };
    board.describe = describe(kind, shown, known, session.input.value, words(kind.key));
  });
}
