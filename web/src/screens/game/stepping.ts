/** Going through a game that nobody plays here: arrow keys, Home, End and the wheel, at once. */

import { useLayoutEffect } from "preact/hooks";
import type { Session } from "../../game/session";

/** How far a wheel turns for one move, in pixels. */
const NOTCH = 60;

/** Whether there is nothing to do with the board but to look. */
function isLookedAt(session: Session): boolean {
  const view = session.view.peek();
  if (!view) return false;
  return view.outcome !== null || session.you.peek().length === 0 || session.past.peek() !== null;
}

/** The ply that a key leads to, or null for any other key. */
export function plyAfter(key: string, at: number, last: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "ArrowRight":
      return Math.min(last, at + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

export function useStepping(session: Session): void {
  useLayoutEffect(() => {
    // Whoever goes to the board with Tab wants its squares read, not the game's positions.
    let entered = false;
    let turned = 0;
    const at = (): number => session.past.peek()?.at ?? session.view.peek()?.ply ?? 0;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === "Tab") entered = true;
      const target = event.target as HTMLElement;
      if (target.closest("input,dialog,select,textarea,.moves ol")) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const board = target.closest("draughts-board") !== null;
      if (!isLookedAt(session) || (board && entered)) return;
      const ply = plyAfter(event.key, at(), session.view.peek()!.ply);
      if (ply === null) return;
      event.preventDefault();
      event.stopPropagation();
      void session.look(ply);
    };
    const pointed = (): void => void (entered = false);
    const wheeled = (event: WheelEvent): void => {
      const over = (event.target as HTMLElement).closest("main.game .ground") !== null;
      if (!over || event.ctrlKey || !isLookedAt(session)) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      const ply = plyAfter(turned > 0 ? "ArrowRight" : "ArrowLeft", at(), session.view.peek()!.ply);
      turned = 0;
      if (ply !== null && ply !== at()) void session.look(ply);
    };
    // Before the board hears them: there they would lead from square to square.
    addEventListener("keydown", pressed, { capture: true });
    addEventListener("pointerdown", pointed, { capture: true });
    addEventListener("wheel", wheeled, { passive: false });
    return () => {
      removeEventListener("keydown", pressed, { capture: true });
      removeEventListener("pointerdown", pointed, { capture: true });
      removeEventListener("wheel", wheeled);
    };
  }, [session]);
}
