/** Why the last move of the computer was played, out of what it had to choose from. */

import type { JSX } from "preact";
import type { Catalogue } from "../text/catalogue";
import { t } from "../text/language";
import { expect } from "./advising";
import { other } from "./after";
import type { Session } from "./session";
import type { Choice } from "./choices";
import type { View } from "./source";

/** The button that asks why; nothing where the last move was not the computer's, or is unknown. */
export function reasonsOf(session: Session, words: Catalogue): JSX.Element | null {
  const view = session.view.value!;
  const before = session.before.value;
  const mover = other(view.turn);
  if (!view.last || view.players[mover]?.kind !== "engine") return null;
  if (!before && !view.last.faulty) return null;
  return (
    <button
      type="button"
      key="why"
      onClick={() => {
        const sentence = why(view, before, words);
        if (isFree(view, before)) void expect(session, sentence);
        else session.notice.value = { kind: "note", sentence };
      }}
    >
      {t("web.why")}
    </button>
  );
}

/** Whether no rule decided about the last move, so that only its plan explains it. */
function isFree({ last }: View, before: Choice | null): boolean {
  return !last!.faulty && last!.captures.length === 0 && before?.moves !== 1;
}

/** One sentence about the last move. */
export function why(view: View, before: Choice | null, words: Catalogue): string {
  const last = view.last!;
  const move = last.text;
  if (last.faulty) return words.text("web.why.faulty", { move });
  const { moves: choices, take } = before ?? { moves: 0, take: null };
  if (last.captures.length === 0) {
    if (choices === 1) return words.text("web.why.only", { move });
    if (last.crowns) return words.text("web.why.crowns", { move });
    return words.text("web.why.free", { move, n: choices });
  }
  const n = last.captures.length;
  // Where one piece is the most, no capture was ruled out by its number.
  const most = take !== null && n > 1;
  if (choices === 1) {
    return words.text(most ? "web.why.only_most" : "web.why.only_capture", { move, n });
  }
  return words.text(most ? "web.why.most" : "web.why.capture", { move, n });
}
