/** The game to go on with, and its position. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOfView } from "../../game/variants";
import { server } from "../../net/server";
import { Thumbnail } from "../../parts/thumbnail";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { cards, isMine, rivalOf, type Card } from "./cards";

export function Continued(): JSX.Element | null {
  const [first] = cards.value.open;
  return first ? <Continue card={first} key={first.game} /> : null;
}

function Continue({ card }: { readonly card: Card }): JSX.Element {
  const game = gameOfView(card.variant, card.house);
  const [letters, setLetters] = useState(game.start);
  const local = "handed" in card;
  useEffect(() => {
    if (local) return;
    server.shown(card.game).then(
      ({ view }) => setLetters(view.board),
      () => {
        // The start position is shown in its place.
      },
    );
  }, [card.game, local]);
  return (
    <a class="continue" href={href("g", card.game)}>
      <Thumbnail game={game} letters={letters} />
      <span class="what">
        <small>{t("web.resume")}</small>
        <strong>{rivalOf(card)}</strong>
        <small>
          {gameName(game)}
          {local && ` · ${t("web.device")}`}
        </small>
        {isMine(card) && <span class="chip">{t("web.your_turn")}</span>}
      </span>
    </a>
  );
}
