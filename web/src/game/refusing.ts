/** What is said where no move goes over the squares that were shown. */

import { preferences } from "../state/preferences";
import { words } from "../text/language";
import { whyStuck, type Explanation } from "./explaining";
import type { Play } from "./play";
import { geometryOf } from "./variants";

/** Shake the piece, and say why it does not go there; `text` is what was typed, if it was. */
export async function refuse(
  play: Play,
  squares: readonly number[],
  text: string | undefined,
): Promise<void> {
  const view = play.view.peek();
  const game = play.game.peek();
  if (!view || !game) return;
  const geometry = geometryOf(game);
  const { seq } = play.state.peek()!;
  const shown = squares.slice(0, 1);
  const sentence = words(game.key).text("web.game.refused");
  const short: Explanation = { sentence, rule: "", squares: shown, moves: [] };
  play.shaken.value = { squares: shown };
  if (preferences.help.peek() !== "words" && text === undefined) return;
  let said: Explanation | null = null;
  if (squares.length === 1 && text === undefined) {
    said = whyStuck(squares[0]!, view, geometry, game.notation, words(game.key));
  } else {
    const names = squares.map((square) => geometry.name(square, game.notation));
    said = await play.source.explain(text ?? names.join("-"));
  }
  if (play.state.peek()?.seq !== seq) return;
  play.notice.value = { kind: "refused", said: said?.sentence ? said : short };
  if (said?.squares.length) play.shaken.value = { squares: said.squares, named: true };
}
