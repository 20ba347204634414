/** The ten players that the computer can be, and how one has done against each of them. */

import type { JSX } from "preact";
import "./ladder.css";
import { levelName } from "../../game/levels";
import { talliesIn, type Tally } from "../../game/results";
import { chooseLevel, levelIn } from "../../game/adaptive";
import { gameOf } from "../../game/variants";
import { Face } from "../../parts/face";
import { preferences } from "../../state/preferences";
import { t, type Key } from "../../text/language";

/** A star for each win, as far as there is room. */
const STARS = 3;
/** A star from its highest point on, within 12 units. */
const STAR = "l1.5 3.1 3.4.5-2.5 2.4.6 3.4-3-1.6-3 1.6.6-3.4-2.5-2.4 3.4-.5z";

interface Props {
  /** Called once the level is chosen: agree on a game against it. */
  readonly meet: () => void;
}

export function Ladder({ meet }: Props): JSX.Element {
  const game = gameOf(preferences.game.value);
  const next = levelIn(game);
  const choose = (level: number): void => {
    chooseLevel(level);
    meet();
  };
  return (
    <section class="ladder" aria-label={t("web.ladder")}>
      <h2>{t("web.ladder")}</h2>
      <ol>
        {talliesIn(game.id).map((tally, index) => (
          <li key={index}>
            <Rung level={index + 1} tally={tally} next={index + 1 === next} choose={choose} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Stars that were earned, and those that were not, paler. */
function Stars({ earned }: { readonly earned: number }): JSX.Element {
  return (
    <svg class="stars" viewBox={`0 0 ${STARS * 12} 12`} aria-hidden="true" focusable="false">
      {Array.from({ length: STARS }, (_, at) => (
        <path key={at} class={at < earned ? "earned" : ""} d={`M${at * 12 + 6} 1${STAR}`} />
      ))}
    </svg>
  );
}

interface RungProps {
  readonly level: number;
  readonly tally: Tally;
  /** Whether it is the one that is met next. */
  readonly next: boolean;
  readonly choose: (level: number) => void;
}

function Rung({ level, tally, next, choose }: RungProps): JSX.Element {
  const { won, drawn, lost } = tally;
  const stars = Math.min(won, STARS);
  const title = t("web.level", { n: level }) + " · " + t(`web.level.${level}` as Key);
  return (
    <button
      type="button"
      class={next ? "rung next" : "rung"}
      aria-haspopup="dialog"
      onClick={() => choose(level)}
    >
      <Face level={level} />
      <strong>{levelName(level)}</strong>
      <span class="hidden">
        {title}, {t("web.ladder.tally", { won, drawn, lost })}
      </span>
      <Stars earned={stars} />
      <small aria-hidden="true">
        {won + drawn + lost > 0 ? `${won} : ${lost}` : t("web.level", { n: level })}
      </small>
    </button>
  );
}
