/** Whether the next game counts for the ratings. */

import type { JSX } from "preact";
import { wish, wishFor, type Rival } from "../state/wishes";
import { t } from "../text/language";
import { Switch } from "./choices";

export function RatedChoice({ rival }: { readonly rival: Rival }): JSX.Element {
  if (wishFor(rival).time === "") return <p class="quiet">{t("web.rated.clock")}</p>;
  return (
    <Switch
      label={t("web.rated.wish")}
      note={t(rival === "computer" ? "web.rated.note.computer" : "web.rated.note")}
      on={wishFor(rival).rated}
      change={(rated) => wish(rival, { rated })}
    />
  );
}
