/** The chip with the game that is chosen; its sheet with the others comes when it is wanted. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { gameName } from "../game/game-name";
import { gameOf } from "../game/variants";
import { preferences } from "../state/preferences";
import { t } from "../text/language";
import { Later } from "./later";

const sheet = () => import("./game-sheet").then((file) => file.GamePicker);

interface Props {
  /** The game that is chosen; by itself the remembered one. */
  readonly chosen?: string;
  readonly choose?: (id: string) => void;
}

export function GameChip(props: Props): JSX.Element {
  const [open, setOpen] = useState(false);
  const chosen = props.chosen ?? preferences.game.value;
  const choose = props.choose ?? ((id: string) => (preferences.game.value = id));
  return (
    <>
      <button
        type="button"
        class="chip-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{gameName(gameOf(chosen))}</span>
        <small>{t("web.change")}</small>
      </button>
      {open && <Later load={sheet} props={{ chosen, choose, close: () => setOpen(false) }} />}
    </>
  );
}
