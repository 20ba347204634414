/** The rules: those of the chosen game in sentences, and every rule as a picture that plays. */

import "./cards.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import galleryAddress from "../../generated/gallery.json?url";
import { gameOf } from "../../game/variants";
import { file } from "../../state/files";
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
  const game = gameOf(preferences.game.value);
  const own = pages.filter(({ games }) => games.includes(game.key));
  const others = pages.filter((page) => !own.includes(page));
  return (
    <Page title={t("web.rules")} wide>
      <section class="panel">
        <GameChip />
        <Sentences game={game} />
      </section>
      {own.length > 0 && <Cards title={t("web.gallery")} pages={own} />}
      {others.length > 0 && (
        <details class="other-rules" key={game.id}>
          <summary>{t("web.rules.others", { n: others.length })}</summary>
          <Cards title={t("web.rules.others", { n: others.length })} pages={others} hidden />
        </details>
      )}
    </Page>
  );
}

interface CardsProps {
  readonly title: string;
  readonly pages: readonly RulePage[];
  /** Whether the title is said elsewhere. */
  readonly hidden?: boolean;
}

function Cards({ title, pages, hidden = false }: CardsProps): JSX.Element {
  return (
    <section class="rule-cards" aria-label={title}>
      <h2 class={hidden ? "hidden" : ""}>{title}</h2>
      {pages.map((page) => (
        <RuleCard page={page} key={page.id} />
      ))}
    </section>
  );
}
