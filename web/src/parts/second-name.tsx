/** How the second player on one device is called; remembered for the next game. */

import type { JSX } from "preact";
import { store, storedRecord } from "../state/storage";
import { t } from "../text/language";

const STORE = "crownhead.second";
const LONGEST = 40;

/** The name that was given last; without one, what such a player is called. */
export function secondName(): string {
  const { name } = storedRecord(STORE);
  return (typeof name === "string" && name.slice(0, LONGEST)) || t("web.second_player");
}

export function SecondNameField(): JSX.Element {
  const { name } = storedRecord(STORE);
  return (
    <label class="field">
      {t("web.second_player.ask")}
      <input
        type="text"
        maxLength={LONGEST}
        autocomplete="off"
        placeholder={t("web.second_player")}
        defaultValue={typeof name === "string" ? name : ""}
        onInput={(event) => store(STORE, { name: event.currentTarget.value.trim() })}
      />
    </label>
  );
}
