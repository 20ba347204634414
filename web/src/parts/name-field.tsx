/** The name by which other people know the player: asked once, at the first game with a person. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { server } from "../net/server";
import { preferences } from "../state/preferences";
import { t } from "../text/language";

/** Whether nobody has chosen the name yet. */
function isGiven(name: string): boolean {
  return name === "" || /^Guest \d+$/.test(name);
}

export function NameField(): JSX.Element | null {
  const [asked] = useState(() => isGiven(preferences.name.peek()));
  const [failed, setFailed] = useState(false);
  if (!asked || preferences.account.value) return null;
  const keep = (typed: string): void => {
    const name = typed.trim();
    if (!name) return;
    server.rename(name).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  return (
    <label class="field">
      {t("web.name.ask")}
      <input
        type="text"
        maxLength={40}
        autocomplete="off"
        placeholder={t("web.name.optional")}
        onChange={(event) => keep(event.currentTarget.value)}
      />
      {failed && <small class="bad">{t("web.no_server")}</small>}
    </label>
  );
}
