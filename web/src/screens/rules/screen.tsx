/** The rules: those of the chosen game in sentences, and every rule as a picture that plays. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import galleryAddress from "../../generated/gallery.json?url";
import { gameOf } from "../../game/variants";
import { file } from "../../net/files";
import { GameChip } from "../../parts/game-picker";
import { preferences } from "../../state/preferences";
import { t } from "../../text/language";
import { Page } from "../page";
import { RuleCard } from "./card";
import type { RulePage } from "./gallery";
import { Sentences } from "./sentences";

export function RulesScreen(): JSX.Element {
  const [pages, setPages] = useState<readonly RulePage[]>([]);
  useEffect(() => void file<readonly RulePage[]>(galleryAddress).then(setPages), []);
  return (
    <Page title={t("web.rules")} wide>
      <section class="panel">
        <GameChip />
        <Sentences game={gameOf(preferences.game.value)} />
      </section>
      <section class="rule-cards" aria-label={t("web.gallery")}>
        <h2>{t("web.gallery")}</h2>
        {pages.map((page) => (
          <RuleCard page={page} key={page.id} />
        ))}
      </section>
    </Page>
  );
}
