/** What the computer advises, and how it sees the game go on. */

import { squaresIn } from "../input/text";
import { words } from "../text/language";
import { moveNamed } from "./explaining";
import type { Notice } from "./messages";
import type { Play } from "./play";
import type { MoveView } from "./source";
import { geometryOf } from "./variants";

/** Moves of a line that are drawn: more would only be a tangle. */
const DRAWN = 3;

/** Advise a move, with what comes after it. */
export async function hint(play: Play): Promise<void> {
  const [text = "", ...rest] = await foresee(play);
  const game = play.game.peek()!;
  const move = moveNamed(text, play.view.peek()?.legal ?? [], geometryOf(game));
  if (!move) return;
  play.advice.value = move;
  const notice = adviceOf(play, move, []);
  play.notice.value = notice;
  const grounds = await import("./coaching")
    .then(({ groundsOf }) => groundsOf(play, [text, ...rest]))
    .catch(() => ({ reason: "", line: [text, ...rest] }));
  if (play.notice.peek() !== notice) return;
  play.notice.value = adviceOf(play, move, grounds.line.slice(1), grounds.reason);
}

/** An advised move with what comes after it, and its reason. */
function adviceOf(play: Play, move: MoveView, line: readonly string[], reason = ""): Notice {
  const speech = words(play.game.peek()!.key);
  const said = { move: move.text, line: line.join(" ") };
  const sentence = speech.text(line.length > 0 ? "web.game.hint.line" : "web.game.hint", said);
  return { kind: "note", sentence: `${sentence} ${reason}`.trim(), move: move.text };
}

/** Say a sentence about the last move, and after it how the computer sees the game go on. */
export async function expect(play: Play, sentence: string): Promise<void> {
  const said = { kind: "note", sentence } as const;
  play.notice.value = said;
  if (!play.mine.peek()) return;
  const line = await foresee(play);
  if (line.length === 0 || play.notice.peek() !== said) return;
  const game = play.game.peek()!;
  const more = words(game.key).text("web.why.line", { line: line.join(" ") });
  const routes = line.slice(0, DRAWN).map((text) => squaresIn(text, geometryOf(game)));
  play.foreseen.value = routes.filter((squares) => squares.length > 1);
  play.notice.value = { kind: "note", sentence: `${sentence} ${more}` };
}

/** What the computer would play from here; nothing while it thinks about that already. */
async function foresee(play: Play): Promise<readonly string[]> {
  if (play.thinking.peek()) return [];
  play.thinking.value = true;
  const line = await play.source.hint();
  play.thinking.value = false;
  return line;
}
