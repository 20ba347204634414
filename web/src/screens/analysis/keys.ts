/** The keys of the analysis, and what they do. */

import { useLayoutEffect } from "preact/hooks";
import { go } from "../../state/route";
import { set, settings } from "../../study/settings";
import type { Study } from "../../study/study";
import type { Entering } from "./board";
import { stepsOf } from "./lines";
import { collectionsOf } from "./played";
import { flip } from "./sheets";

export type Tab = "moves" | "report" | "games";

export type Sheet = "menu" | "files" | "own" | "kept" | "keys" | "note" | "studies" | null;

/** Play what the engine holds for the best. */
function playBest(study: Study): void {
  const { found } = study.engine.known.peek();
  const best = found?.lines[0]?.moves.slice(0, 1) ?? [];
  if (!settings.peek().threat && stepsOf(study.at.peek().position, best).length > 0) {
    study.playLine(best);
  }
}

/** Show the chapter before or behind the one on the desk. */
function showChapter({ chapter }: Study, step: number): void {
  const id = chapter?.beside(step);
  if (id) go("analysis", "study", chapter!.key, id);
}

/** What each key does that needs no other beside it. */
function actsOf(
  { study, drawer }: Entering,
  open: (sheet: Sheet) => void,
  choose: (tab: Tab) => void,
): Readonly<Record<string, () => void>> {
  return {
    ArrowLeft: () => study.back(),
    ArrowRight: () => study.forward(),
    ArrowUp: () => study.beside(-1),
    ArrowDown: () => study.beside(1),
    Home: () => study.first(),
    End: () => study.last(),
    Delete: () => study.remove(),
    " ": () => playBest(study),
    s: () => set({ on: !settings.peek().on }),
    t: () => set({ threat: !settings.peek().threat }),
    n: () => open("note"),
    p: () => study.promote(),
    v: () => flip(study),
    o: () => open("files"),
    r: () => choose("report"),
    y: () => choose("moves"),
    w: () => choose(collectionsOf(study).length > 0 ? "games" : "moves"),
    m: () => open("menu"),
    z: () => drawer.toggle(),
    ...(study.chapter && {
      PageUp: () => showChapter(study, -1),
      PageDown: () => showChapter(study, 1),
    }),
    "!": () => study.glyph(1),
    "?": () => study.glyph(2),
  };
}

/** Undo with Ctrl+Z, and redo with Ctrl+Y or Ctrl+Shift+Z. */
function unOrRedo(study: Study, event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  const again = key === "y" || (key === "z" && event.shiftKey);
  if (key !== "z" && !again) return;
  event.preventDefault();
  if (again) study.redo();
  else study.undo();
}

/** Hear the analysis's own keys, before the board hears them. */
export function useKeys(
  study: Study,
  entering: Entering,
  open: (sheet: Sheet) => void,
  choose: (tab: Tab) => void,
): void {
  useLayoutEffect(() => {
    // Whoever goes to the board with Tab wants its squares read, not the game's positions.
    let entered = false;
    const { drawer } = entering;
    const acts = actsOf(entering, open, choose);
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.key === "Tab" && !target.closest("dialog")) entered = true;
      if (target.closest("input,textarea,select,dialog")) return;
      if (event.ctrlKey || event.metaKey) {
        unOrRedo(study, event);
        return;
      }
      if (event.altKey) return;
      const board = target.closest("draughts-board") !== null;
      const onSquares = entered || drawer.out.peek();
      if (board && onSquares && (event.key.startsWith("Arrow") || event.key === " ")) return;
      if (event.key === " " && target.closest("button,a")) return;
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act) {
        event.preventDefault();
        event.stopPropagation();
        act();
      } else if (!board && /^[0-9a-lx:-]$/i.test(event.key)) {
        event.preventDefault();
        entering.typed.value += event.key;
      }
    };
    const pointed = (): void => void (entered = false);
    // Before the board hears them: there they would lead from square to square.
    addEventListener("keydown", pressed, { capture: true });
    addEventListener("pointerdown", pointed, { capture: true });
    return () => {
      removeEventListener("keydown", pressed, { capture: true });
      removeEventListener("pointerdown", pointed, { capture: true });
    };
  }, [study, entering]);
}
