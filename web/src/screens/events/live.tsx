/** A game that is played now, as a small board that follows it. */

import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { gameOfView, type Game } from "../../game/variants";
import { connection } from "../../net/server";
import { RemoteGame } from "../../net/remote";
import { StillBoard } from "../../parts/still-board";
import { Thumbnail } from "../../parts/thumbnail";
import { t } from "../../text/language";
import { playerName } from "../../text/names";

/** Follow a game of the server while it is shown. */
function useGame(id: string): RemoteGame {
  const source = useMemo(() => new RemoteGame(id, connection), [id]);
  useEffect(() => () => source.close(), [source]);
  return source;
}

interface Props {
  readonly id: string;
  /** What is drawn until the game has come. */
  readonly game: Game;
}

/** A tiny picture of the game as it stands. */
export function LiveThumbnail({ id, game }: Props): JSX.Element {
  const view = useGame(id).state.value?.view;
  return view ? (
    <Thumbnail game={gameOfView(view.variant, view.house)} letters={view.board} />
  ) : (
    <Thumbnail game={game} />
  );
}

/** The game as it stands, with both names: for those who sit far away. */
export function LiveBoard({ id, game }: Props): JSX.Element {
  const view = useGame(id).state.value?.view;
  const shown = view ? gameOfView(view.variant, view.house) : game;
  const name = (side: "white" | "black"): string => playerName(view?.players[side]?.name || "–");
  return (
    <figure class="live">
      <figcaption>{name("black")}</figcaption>
      <StillBoard
        game={shown}
        letters={view?.board ?? game.start}
        label={`${name("white")} – ${name("black")}`}
      />
      <figcaption>{name("white")}</figcaption>
      {view?.event?.asked && <figcaption class="waits">{t("web.event.duty.waits")}</figcaption>}
    </figure>
  );
}
