/** Setting up a position, and playing from it. */

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DraughtsBoard } from "../board";
import { fenOf } from "../board/fen";
import { lettersOf } from "../board/position";
import { gameOf, geometryOf } from "../game/variants";
import type { Side } from "../game/source";
import { Choices } from "../parts/choices";
import { GameChip, gameName } from "../parts/game-picker";
import { Icon } from "../parts/icon";
import { boardOf } from "../parts/still-board";
import { scheme, theme } from "../state/looks";
import { preferences } from "../state/preferences";
import type { Route } from "../state/route";
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
function taken({ game, fen }: Given): string | null {
  const found = gameOf(game || preferences.game.peek());
  if (game && found.id !== game) return null;
  try {
    return fen ? lettersOf(fen, geometryOf(found)) : found.start;
  } catch {
    return null;
  }
}

function Editor({ given }: { readonly given: Given }): JSX.Element {
  const [read] = useState(() => taken(given));
  const [chosen, setChosen] = useState(given.game || preferences.game.peek());
  const game = gameOf(chosen);
  const geometry = geometryOf(game);
  const empty = "e".repeat(geometry.count);
  const [letters, setLetters] = useState(read ?? game.start);
  const [turn, setTurn] = useState<Side>(() =>
    given.fen && read ? (/^\s*b/i.test(given.fen) ? "black" : "white") : game.first,
  );
  const [tool, setTool] = useState<Tool>("w");
  const [below, setBelow] = useState<Side>("white");
  const [wrong, setWrong] = useState(false);
  const [rival, setRival] = useState<Rival | null>(null);
  const board = useRef<DraughtsBoard>(null);
  const kind = words(game.key);
  const shown = letters.length === geometry.count ? letters : game.start;
  const fen = fenOf(shown, turn, game.notation === "algebraic" ? geometry : undefined);

  useEffect(() => {
    if (letters.length !== geometry.count) {
      setLetters(game.start);
      setTurn(game.first);
    }
  }, [game, geometry, letters]);

  useLayoutEffect(() => board.current!.show(shown, null, true), [shown, game]);

  useLayoutEffect(() => {
    const element = board.current!;
    const hear = ({ detail }: HTMLElementEventMap["draughts-input"]): void => {
      if (detail.type === "tap") {
        const { square } = detail;
        setLetters((now) => put(now, square, now[square - 1] === tool ? "e" : tool));
      } else if (detail.type === "drop") {
        const [from, to] = [detail.trail[0]!, detail.trail.at(-1)!];
        if (from === to) return;
        setLetters((now) => {
          const lifted = put(now, from, "e");
          return to ? put(lifted, to, now[from - 1]!) : lifted;
        });
      }
    };
    element.addEventListener("draughts-input", hear);
    return () => element.removeEventListener("draughts-input", hear);
  }, [tool, game]);

  return (
    <Page title={t("web.editor")} wide>
      {read === null && (
        <p class="bad" role="alert">
          {t("web.link.unreadable")}
        </p>
      )}
      <div class="editor">
        <draughts-board
          key={game.id}
          ref={board}
          {...boardOf(game)}
          theme={theme.value}
          scheme={scheme.value}
          orientation={below}
          coordinates={preferences.coordinates.value}
          label={kind.text("web.board", { game: gameName(game) })}
        />
        <section class="panel">
          <GameChip chosen={chosen} choose={setChosen} />
          <fieldset class="tools-bar">
            <legend class="hidden">{t("web.editor.piece")}</legend>
            {TOOLS.map((each) => (
              <label key={each} title={kind.text(NAMES[each])}>
                <input
                  type="radio"
                  name="tool"
                  checked={tool === each}
                  aria-label={kind.text(NAMES[each])}
                  onChange={() => setTool(each)}
                />
                <span class={`tool tool-${each}`} aria-hidden="true">
                  {each === "e" ? <Icon name="trash" /> : <Piece letter={each} />}
                </span>
              </label>
            ))}
          </fieldset>
          <Choices
            legend={t("web.editor.turn")}
            value={turn}
            options={[
              ["white", t("color.white")],
              ["black", t("color.black")],
            ]}
            change={setTurn}
          />
          <div class="answers stretch">
            <button type="button" onClick={() => setLetters(game.start)}>
              {t("web.editor.start")}
            </button>
            <button type="button" onClick={() => setLetters(empty)}>
              {t("web.editor.clear")}
            </button>
            <button type="button" onClick={() => setBelow(below === "white" ? "black" : "white")}>
              {t("web.flip")}
            </button>
          </div>
          <label class="field">
            FEN
            <input
              type="text"
              key={fen}
              defaultValue={fen}
              spellcheck={false}
              aria-invalid={wrong}
              onChange={(event) => {
                const text = event.currentTarget.value;
                try {
                  setLetters(lettersOf(text, geometry));
                  setTurn(/^\s*b/i.test(text) ? "black" : "white");
                  setWrong(false);
                } catch {
                  setWrong(true);
                }
              }}
            />
          </label>
          {wrong && (
            <p class="bad" role="alert">
              {t("web.editor.wrong")}
            </p>
          )}
          <div class="answers stretch">
            <button type="button" onClick={() => setRival("friend")}>
              {t("web.rival.friend")}
            </button>
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
