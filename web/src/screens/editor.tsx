/** Setting up a position, and playing from it. */

import "./editor.css";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DraughtsBoard } from "../board";
import { fenOf } from "../board/fen";
import { lettersOf } from "../board/position";
import { gameOf, geometryOf, type Game } from "../game/variants";
import type { Side } from "../game/source";
import { Choices } from "../parts/choices";
import { GameChip } from "../parts/game-picker";
import { Icon } from "../parts/icon";
import { Problem } from "../parts/problem";
import { useBoard } from "../parts/use-board";
import { scheme, theme } from "../state/looks";
import { preferences } from "../state/preferences";
import { href, type Route } from "../state/route";
import { t, words } from "../text/language";
import { Setup, type Rival } from "./home/setup";
import { Page } from "./page";

const TOOLS = ["w", "W", "b", "B", "e"] as const;
type Tool = (typeof TOOLS)[number];
const NAMES = {
  w: "piece.white_man",
  W: "piece.white_king",
  b: "piece.black_man",
  B: "piece.black_king",
  e: "web.editor.erase",
} as const;

interface Given {
  readonly game: string;
  readonly fen: string;
}

export function EditorScreen({ route }: { readonly route: Route }): JSX.Element | null {
  if (route.screen !== "editor") return null;
  const { game, fen } = route;
  return <Editor key={`${game}/${fen}`} given={{ game, fen }} />;
}

/** The position of a link; null where it names no game, or no position. */
export function lettersIn({ game, fen }: Given): string | null {
  const found = gameOf(game || preferences.game.peek());
  if (game && found.id !== game) return null;
  try {
    return fen ? lettersOf(fen, geometryOf(found)) : found.start;
  } catch {
    return null;
  }
}

export interface Editing {
  readonly letters: string;
  readonly turn: Side;
  readonly tool: Tool;
  setLetters(change: string | ((now: string) => string)): void;
  setTurn(turn: Side): void;
  setTool(tool: Tool): void;
}

/** The position that is built on a board; another board begins anew. */
export function useEditing(game: Game, given: Given, read: string | null): Editing {
  const { count } = geometryOf(game);
  const [letters, setLetters] = useState(read ?? game.start);
  const [turn, setTurn] = useState<Side>(() =>
    given.fen && read ? sideOf(given.fen) : game.first,
  );
  const [tool, setTool] = useState<Tool>("w");
  useEffect(() => {
    if (letters.length === count) return;
    setLetters(game.start);
    setTurn(game.first);
  }, [game, count, letters]);
  const fits = letters.length === count;
  return { letters: fits ? letters : game.start, turn, tool, setLetters, setTurn, setTool };
}

/** Whose move it is in a FEN. */
function sideOf(fen: string): Side {
  return /^\s*b/i.test(fen) ? "black" : "white";
}

function Editor({ given }: { readonly given: Given }): JSX.Element {
  const [read] = useState(() => lettersIn(given));
  const [chosen, setChosen] = useState(given.game || preferences.game.peek());
  const [below, setBelow] = useState<Side>("white");
  const [rival, setRival] = useState<Rival | null>(null);
  const game = gameOf(chosen);
  const geometry = geometryOf(game);
  const editing = useEditing(game, given, read);
  const lettered = game.notation === "algebraic" ? geometry : undefined;
  const fen = fenOf(editing.letters, editing.turn, lettered);
  return (
    <Page title={t("web.editor")} wide>
      <Problem>{read === null && t("web.link.unreadable")}</Problem>
      <div class="editor">
        <EditingBoard game={game} editing={editing} below={below} />
        <section class="panel">
          <GameChip chosen={chosen} choose={setChosen} />
          <Palette game={game} editing={editing} />
          <Choices
            legend={t("web.editor.turn")}
            value={editing.turn}
            options={[
              ["white", t("color.white")],
              ["black", t("color.black")],
            ]}
            change={editing.setTurn}
          />
          <div class="answers stretch">
            <button type="button" onClick={() => editing.setLetters(game.start)}>
              {t("web.editor.start")}
            </button>
            <button type="button" onClick={() => editing.setLetters("e".repeat(geometry.count))}>
              {t("web.editor.clear")}
            </button>
            <button type="button" onClick={() => setBelow(below === "white" ? "black" : "white")}>
              {t("web.flip")}
            </button>
          </div>
          <FenField game={game} fen={fen} editing={editing} />
          <div class="answers stretch">
            <button type="button" onClick={() => setRival("friend")}>
              {t("web.rival.friend")}
            </button>
            <Studies game={game} fen={fen} />
            <button type="button" class="main" onClick={() => setRival("computer")}>
              {t("web.rival.computer")}
            </button>
          </div>
        </section>
      </div>
      {rival && <Setup rival={rival} chosen={game.id} start={fen} close={() => setRival(null)} />}
    </Page>
  );
}

/** Where the position can be looked at more closely. */
function Studies({ game, fen }: { readonly game: Game; readonly fen: string }): JSX.Element {
  return (
    <>
      <a class="button" href={href("analysis", "at", game.id, fen)}>
        {t("web.study")}
      </a>
      <a class="button" href={href("analysis", "compose", game.id, fen)}>
        {t("web.compose")}
      </a>
    </>
  );
}

interface PartProps {
  readonly game: Game;
  readonly editing: Editing;
}

/** The board: a tap puts the chosen piece, or takes it away; a drag moves one. */
export function EditingBoard({
  game,
  editing,
  below,
}: PartProps & { readonly below: Side }): JSX.Element {
  const { letters, tool, setLetters } = editing;
  const [board, attributes] = useBoard(game, {
    orientation: below,
    handle: (input) => {
      if (input.type === "tap") {
        const { square } = input;
        setLetters((now) => put(now, square, now[square - 1] === tool ? "e" : tool));
      } else if (input.type === "drop") {
        const [from, to] = [input.trail[0]!, input.trail.at(-1)!];
        if (from === to) return;
        setLetters((now) => {
          const lifted = put(now, from, "e");
          return to ? put(lifted, to, now[from - 1]!) : lifted;
        });
      }
    },
  });
  useLayoutEffect(() => board.current!.show(letters, null, true), [letters, game]);
  return <draughts-board key={game.id} {...attributes} />;
}

/** The pieces to choose from. */
export function Palette({ game, editing }: PartProps): JSX.Element {
  const kind = words(game.key);
  return (
    <fieldset class="tools-bar">
      <legend class="hidden">{t("web.editor.piece")}</legend>
      {TOOLS.map((each) => (
        <label key={each} title={kind.text(NAMES[each])}>
          <input
            type="radio"
            name="tool"
            checked={editing.tool === each}
            aria-label={kind.text(NAMES[each])}
            onChange={() => editing.setTool(each)}
          />
          <span class={`tool tool-${each}`} aria-hidden="true">
            {each === "e" ? <Icon name="trash" /> : <Piece letter={each} />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The position as text, which can be typed in too. */
export function FenField({
  game,
  fen,
  editing,
}: PartProps & { readonly fen: string }): JSX.Element {
  const [wrong, setWrong] = useState(false);
  const typed = (text: string): void => {
    try {
      editing.setLetters(lettersOf(text, geometryOf(game)));
      editing.setTurn(sideOf(text));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <label class="field">
        FEN
        <input
          type="text"
          key={fen}
          defaultValue={fen}
          spellcheck={false}
          aria-invalid={wrong}
          onChange={(event) => typed(event.currentTarget.value)}
        />
      </label>
      <Problem>{wrong && t("web.editor.wrong")}</Problem>
    </>
  );
}

/** A piece as it stands on the board, on one of its squares. */
function Piece({ letter }: { readonly letter: string }): JSX.Element {
  const board = useRef<DraughtsBoard>(null);
  useLayoutEffect(() => board.current!.show(`e${letter}ee`.padEnd(32, "e"), null, true), [letter]);
  return (
    <span class="tool-piece">
      <draughts-board
        ref={board}
        static
        theme={theme.value}
        scheme={scheme.value}
        coordinates="none"
        label=""
      />
    </span>
  );
}

function put(letters: string, square: number, letter: string): string {
  return letters.slice(0, square - 1) + letter + letters.slice(square);
}
