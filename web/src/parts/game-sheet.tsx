/** The sheet to choose a game from. */

import type { JSX } from "preact";
import { houseGames, KNOWN, type Game } from "../game/variants";
import { preferences } from "../state/preferences";
import { go } from "../state/route";
import { t } from "../text/language";
import { Dialog } from "./dialog";
import { gameName } from "./game-picker";
import { Icon } from "./icon";

/** These come first; the rest follows in the order of the catalogue. */
const FIRST = ["lite", "english", "international", "russian"];

function sorted(): Game[] {
  const rank = (game: Game): number => {
    const index = FIRST.indexOf(game.id);
    return index < 0 ? FIRST.length : index;
  };
  return [...KNOWN].sort((one, two) => rank(one) - rank(two));
}

export function GamePicker({ close }: { readonly close: () => void }): JSX.Element {
  const chosen = preferences.game.value;
  const row = (game: Game): JSX.Element => (
    <li key={game.id}>
      <button
        type="button"
        aria-current={game.id === chosen ? "true" : undefined}
        onClick={() => {
          preferences.game.value = game.id;
          close();
        }}
      >
        <span class="size" aria-hidden="true">
          {game.width}
        </span>
        <span class="what">
          <strong>{gameName(game)}</strong>
          <small>{feature(game)}</small>
        </span>
        {game.id === chosen && <Icon name="check" />}
      </button>
    </li>
  );
  return (
    <Dialog title={t("web.choose_game")} close={close} wide>
      <ul class="list games">{sorted().map((game) => row(game))}</ul>
      {houseGames.value.length > 0 && (
        <>
          <h3>{t("web.house")}</h3>
          <ul class="list games">{houseGames.value.map((game) => row(game))}</ul>
        </>
      )}
      <button
        type="button"
        class="wide"
        onClick={() => {
          close();
          go("house");
        }}
      >
        <Icon name="house" />
        {t("web.house.make")}
      </button>
    </Dialog>
  );
}

/** What is special about a game, in a few words. */
function feature(game: Game): string {
  const parts = game.features.map((each) => t(`web.feature.${each}` as Parameters<typeof t>[0]));
  return [`${game.width}×${game.width}`, ...parts].join(" · ");
}
