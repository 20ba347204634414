/** The rules of the game that is being played, beside it. */

import type { JSX } from "preact";
import { gameName } from "../../game/game-name";
import type { Game } from "../../game/variants";
import { Dialog } from "../../parts/dialog";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { Sentences } from "./sentences";

interface Props {
  readonly game: Game;
  readonly huffing: boolean;
  readonly close: () => void;
}

export function RulesSheet({ game, huffing, close }: Props): JSX.Element {
  return (
    <Dialog title={gameName(game)} close={close}>
      <Sentences game={game} huffing={huffing} />
      <a class="button" href={href("rules")}>
        {t("web.gallery")}
      </a>
    </Dialog>
  );
}
