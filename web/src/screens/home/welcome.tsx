/** The first visit: one question, and a way to learn the game in a minute. */

import { batch } from "@preact/signals";
import type { JSX } from "preact";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import { Icon } from "../../parts/icon";
import { t } from "../../text/language";

const CHILD = 1;
/** The level that each answer stands for. */
const ANSWERS = [
  ["child", CHILD],
  ["casual", 3],
  ["club", 6],
] as const;

export function Welcome(): JSX.Element {
  const answer = (level?: number): void => {
    batch(() => {
      if (level) {
        preferences.level.value = level;
        preferences.child.value = level === CHILD;
      }
      preferences.welcomed.value = true;
    });
  };
  return (
    <section class="welcome" aria-label={t("web.welcome")}>
      <header>
        <strong>{t("web.welcome")}</strong>
        <button
          type="button"
          class="plain round"
          aria-label={t("web.welcome.later")}
          onClick={() => answer()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="answers">
        {ANSWERS.map(([name, level]) => (
          <button type="button" key={name} onClick={() => answer(level)}>
            {t(`web.welcome.${name}`)}
          </button>
        ))}
      </div>
      <a href={href("learn")} onClick={() => answer()}>
        {t("web.welcome.learn")}
      </a>
    </section>
  );
}
