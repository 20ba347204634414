/** What the computer advises, and how it sees the game go on. */

import { squaresIn } from "../input/text";
import { words } from "../text/language";
import { moveNamed } from "./explaining";
import type { Session } from "./session";
import { geometryOf } from "./variants";

/** Moves of a line that are drawn: more would only be a tangle. */
const DRAWN = 3;

/** Advise a move, with what comes after it. */
export async function hint(session: Session): Promise<void> {
  const [text = "", ...rest] = await foreseen(session);
  const game = session.game.peek()!;
  const move = moveNamed(text, session.view.peek()?.legal ?? [], geometryOf(game));
  if (!move) return;
  session.advice.value = move;
  const said = { move: move.text, line: rest.join(" ") };
  const key = said.line ? "web.game.hint.line" : "web.game.hint";
  const sentence = words(game.key).text(key, said);
  session.notice.value = { kind: "note", sentence, move: move.text };
}

/** Say a sentence about the last move, and after it how the computer sees the game go on. */
export async function expect(session: Session, sentence: string): Promise<void> {
  const said = { kind: "note", sentence } as const;
  session.notice.value = said;
  if (!session.mine.peek()) return;
  const line = await foreseen(session);
  if (line.length === 0 || session.notice.peek() !== said) return;
  const game = session.game.peek()!;
  const more = words(game.key).text("web.why.line", { line: line.join(" ") });
  const routes = line.slice(0, DRAWN).map((text) => squaresIn(text, geometryOf(game)));
  session.foreseen.value = routes.filter((squares) => squares.length > 1);
  session.notice.value = { kind: "note", sentence: `${sentence} ${more}` };
}

/** What the computer would play from here; nothing while it thinks about that already. */
async function foreseen(session: Session): Promise<readonly string[]> {
  if (session.thinking.peek()) return [];
  session.thinking.value = true;
  const line = await session.source.hint();
  session.thinking.value = false;
  return line;
}
