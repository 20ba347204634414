/** Why the last move of the computer was played, out of what it had to choose from. */

import type { JSX } from "preact";
import type { Catalogue } from "../text/catalogue";
import { t } from "../text/language";
import { expect } from "./advising";
import { other } from "./apply-move";
import type { Session } from "./session";
import type { Choice } from "./choices";
import type { View } from "./source";
import { isExplained } from "./threats";
import type { Threat } from "./play";

/** The button that asks why; nothing where the last move was not the computer's, or is unknown. */
export function reasonsOf(session: Session, words: Catalogue): JSX.Element | null {
  const view = session.view.value!;
  const before = session.before.value;
  const mover = other(view.turn);
  if (!view.last || view.players[mover]?.kind !== "engine") return null;
  // To ask would be to be told.
  if (view.huffable.length > session.huffable.value.length) return null;
  const threat = session.threat.value;
  // A quiet move that threatens nothing needs no reason.
  if (!isExplained(view, before?.moves) && !threat) return null;
  if (!before && !view.last.faulty && !threat) return null;
  return (
    <button
      type="button"
      key="why"
      onClick={() => {
        const sentence = why(view, before, words, threat);
        if (!threat) {
          session.notice.value = { kind: "note", sentence };
          return;
        }
        void expect(session, sentence);
        session.threatened.value = true;
      }}
    >
      {t("web.why")}
    </button>
  );
}

/** One sentence about the last move. */
export function why(
  view: View,
  before: Choice | null,
  words: Catalogue,
  threat: Threat | null = null,
): string {
  const last = view.last!;
  const move = last.text;
  if (last.faulty) return words.text("web.why.faulty", { move });
  const { moves: choices, take } = before ?? { moves: 0, take: null };
  if (last.captures.length === 0) {
    if (choices === 1) return words.text("web.why.only", { move });
    if (last.crowns) return words.text("web.why.crowns", { move });
    return words.text("web.why.threat", { move, threat: threat?.text ?? "" });
  }
  const n = last.captures.length;
  // Where one piece is the most, no capture was ruled out by its number.
  const most = take !== null && n > 1;
  if (choices === 1) {
    return words.text(most ? "web.why.only_most" : "web.why.only_capture", { move, n });
  }
  return words.text(most ? "web.why.most" : "web.why.capture", { move, n });
}
