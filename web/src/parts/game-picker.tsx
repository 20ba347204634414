/** The chip with the game that is chosen; its sheet with the others comes when it is wanted. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { gameOf, type Game } from "../game/variants";
import { preferences } from "../state/preferences";
import { language, t } from "../text/language";
import { Later } from "./later";

const sheet = () => import("./game-sheet").then((file) => file.GamePicker);

export function gameName(game: Game): string {
  return game.names[language.value] ?? game.names["en"] ?? game.id;
}

export function GameChip(): JSX.Element {
  const [open, setOpen] = useState(false);
  const game = gameOf(preferences.game.value);
  return (
    <>
      <button
        type="button"
        class="chip-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{gameName(game)}</span>
        <small>{t("web.change")}</small>
      </button>
      {open && <Later load={sheet} props={{ close: () => setOpen(false) }} />}
    </>
  );
}
