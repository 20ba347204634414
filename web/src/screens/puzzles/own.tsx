/** The way to the mistakes of one's own games, where there are some. */

import type { JSX } from "preact";
import { Icon } from "../../parts/icon";
import { mistakesIn } from "../../puzzles/mistakes";
import { href } from "../../state/route";
import { t } from "../../text/language";

export function OwnMistakes({ game }: { readonly game: string }): JSX.Element | null {
  const all = mistakesIn(game);
  if (all.length === 0) return null;
  const gone = all.filter((each) => each.gone !== null).length;
  return (
    <a class="button rival" href={href("puzzles", game, "mistakes")}>
      <Icon name="analysis" />
      <span>
        <strong>{t("web.mistakes")}</strong>
        <small>{t("web.mistakes.note", { n: all.length - gone, gone })}</small>
      </span>
    </a>
  );
}
