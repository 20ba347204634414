/** Why the last move of the computer was played, out of what it had to choose from. */

import type { JSX } from "preact";
import type { Catalogue } from "../text/catalogue";
import { t } from "../text/language";
import { other } from "./after";
import type { Session } from "./session";
import type { View } from "./source";

/** The button that asks why; nothing where the last move was not the computer's. */
export function reasonsOf(session: Session, words: Catalogue): JSX.Element | null {
  const view = session.view.value!;
  const before = session.before.value;
  const mover = other(view.turn);
  if (!view.last || view.players[mover]?.kind !== "engine") return null;
  return (
    <button
      type="button"
      key="why"
      onClick={() => {
        const sentence = why(view, before, words);
        session.notice.value = { kind: "note", sentence };
      }}
    >
      {t("web.why")}
    </button>
  );
}

/** One sentence about the last move. */
export function why(view: View, before: View | null, words: Catalogue): string {
  const last = view.last!;
  const move = last.text;
  if (last.faulty) return words.text("web.why.faulty", { move });
  const choices = before?.legal ?? [];
  const [must] = before?.must ?? [];
  if (last.captures.length === 0) {
    if (choices.length === 1) return words.text("web.why.only", { move });
    if (last.crowns) return words.text("web.why.crowns", { move });
    return words.text("web.why.free", { move, n: choices.length });
  }
  const n = last.captures.length;
  // Where one piece is the most, no capture was ruled out by its number.
  const most = must?.take && n > 1;
  if (choices.length === 1) {
    return words.text(most ? "web.why.only_most" : "web.why.only_capture", { move, n });
  }
  return words.text(most ? "web.why.most" : "web.why.capture", { move, n });
}
