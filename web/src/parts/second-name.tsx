/** How the second player on one device is called; the last names are there to be chosen again. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { store, storedRecord } from "../state/storage";
import { t } from "../text/language";

const STORE = "crownhead.second";
const LONGEST = 40;
const MOST_KNOWN = 4;

/** The name that was given last, and those of earlier games, the latest first. */
function stored(): { readonly name: string; readonly known: readonly string[] } {
  const { name, known } = storedRecord(STORE);
  const names = Array.isArray(known) ? known : [];
  return {
    name: typeof name === "string" ? name.slice(0, LONGEST) : "",
    known: names.filter((each) => typeof each === "string" && each.length <= LONGEST),
  };
}

/** The name that was given last, for a game that begins; without one, what such a player is called. */
export function secondName(): string {
  const { name, known } = stored();
  if (!name) return t("web.second_player");
  const others = known.filter((each) => each !== name);
  store(STORE, { name, known: [name, ...others].slice(0, MOST_KNOWN) });
  return name;
}

export function SecondNameField(): JSX.Element {
  const [{ name, known }, setNames] = useState(stored);
  const call = (given: string): void => {
    setNames({ name: given, known });
    store(STORE, { name: given.trim(), known });
  };
  const others = known.filter((each) => each !== name.trim());
  return (
    <>
      <label class="field">
        {t("web.second_player.ask")}
        <input
          type="text"
          maxLength={LONGEST}
          autocomplete="off"
          placeholder={t("web.second_player")}
          value={name}
          onInput={(event) => call(event.currentTarget.value)}
        />
      </label>
      {others.length > 0 && (
        <div class="answers stretch" role="group" aria-label={t("web.second_player.known")}>
          {others.map((each) => (
            <button type="button" key={each} onClick={() => call(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
