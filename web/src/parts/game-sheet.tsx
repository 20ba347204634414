/** The sheet to choose a game from: found by name, grouped, each with a picture and a sentence. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { GROUPS, groupOf, isFound } from "../game/search";
import { gameName } from "../game/game-name";
import { type Game, houseGames, KNOWN } from "../game/variants";
import { go } from "../state/route";
import { catalogue, t } from "../text/language";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import { Thumbnail } from "./thumbnail";

interface Props {
  readonly chosen: string;
  readonly choose: (id: string) => void;
  readonly close: () => void;
}

export function GamePicker({ chosen, choose, close }: Props): JSX.Element {
  const [search, setSearch] = useState("");
  const pick = (id: string): void => {
    choose(id);
    close();
  };
  const rows = (games: readonly Game[]): JSX.Element => (
    <Rows games={games} chosen={chosen} pick={pick} />
  );
  const fits = (game: Game): boolean => isFound(game, search, aboutText(game));
  const found = KNOWN.filter(fits);
  const house = houseGames.value.filter(fits);
  return (
    <Dialog title={t("web.choose_game")} close={close} wide>
      <input
        type="search"
        value={search}
        aria-label={t("web.games.search")}
        placeholder={t("web.games.search")}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {house.length > 0 && (
        <>
          <h3>{t("web.house")}</h3>
          {rows(house)}
        </>
      )}
      {GROUPS.map((group) => {
        const games = found.filter((game) => groupOf(game) === group);
        if (games.length === 0) return null;
        return (
          <section key={group}>
            <h3>{t(`web.games.${group}`)}</h3>
            {rows(games)}
          </section>
        );
      })}
      {found.length + house.length === 0 && <p class="quiet">{t("web.games.none")}</p>}
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

interface RowsProps {
  readonly games: readonly Game[];
  readonly chosen: string;
  readonly pick: (id: string) => void;
}

/** Games to choose from, each with a picture and a sentence. */
function Rows({ games, chosen, pick }: RowsProps): JSX.Element {
  return (
    <ul class="list games">
      {games.map((game) => (
        <li key={game.id}>
          <button
            type="button"
            aria-current={game.id === chosen ? "true" : undefined}
            onClick={() => pick(game.id)}
          >
            <Thumbnail game={game} />
            <span class="what">
              <strong>{gameName(game)}</strong>
              <small>{aboutText(game)}</small>
            </span>
            {game.id === chosen && <Icon name="check" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One sentence about a game; of house rules what sets them apart. */
function aboutText(game: Game): string {
  const told = catalogue.value?.maybe(`web.about.${game.record ? "" : game.key}`) ?? "";
  if (told) return told;
  const parts = game.features.map((each) => t(`web.feature.${each}` as Parameters<typeof t>[0]));
  return [`${game.width}×${game.width}`, ...parts].join(" · ");
}
