/** The rules: those of the chosen game in sentences, and every rule as a picture that plays. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import galleryAddress from "../../generated/gallery.json?url";
import rulesAddress from "../../generated/rules.json?url";
import { gameOf } from "../../game/variants";
import { file } from "../../net/files";
import { GameChip } from "../../parts/game-picker";
import { preferences } from "../../state/preferences";
import { language, t } from "../../text/language";
import { Page } from "../page";
import { RuleCard } from "./card";
import type { RulePage } from "./gallery";

type Sentences = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export function RulesScreen(): JSX.Element {
  const [pages, setPages] = useState<readonly RulePage[]>([]);
  const [sentences, setSentences] = useState<Sentences>({});
  useEffect(() => {
    void file<readonly RulePage[]>(galleryAddress).then(setPages);
    void file<Sentences>(rulesAddress).then(setSentences);
  }, []);
  const game = gameOf(preferences.game.value);
  const lines = sentences[game.key]?.[language.value] ?? [];
  return (
    <Page title={t("web.rules")} wide>
      <section class="panel">
        <GameChip />
        {game.record === null && (
          <ul class="sentences">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
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
