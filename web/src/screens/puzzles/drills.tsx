/** The openings of a game: which to practise, and which are known. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { addressOf, openingModeOf } from "../../drill/addresses";
import { isPlayed, linesOf, movesOf, withNumbers, type Line } from "../../drill/lines";
import { knownOf, nextOf } from "../../drill/progress";
import type { Side } from "../../game/source";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { Choices } from "../../parts/choices";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { go, href } from "../../state/route";
import { t, words } from "../../text/language";
import { Page } from "../page";
import { Drill, titleOf } from "./drill";

interface Props {
  readonly game: string;
  /** What the address says behind the game. */
  readonly mode: string;
}

export function Openings({ game, mode }: Props): JSX.Element {
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    linesOf(game).then(setLines, () => setFailed(true));
  }, [game]);
  const { first } = gameOf(game);
  const wanted = openingModeOf(mode);
  const side = wanted?.side ?? first;
  const all = lines?.filter((line) => isPlayed(line, side));
  const line = all?.find(({ id }) => id === wanted?.line);
  if (all && line) {
    return <Drill key={`${side}/${line.id}`} game={game} side={side} line={line} lines={all} />;
  }
  return (
    <Page title={t("web.puzzles.openings")} up={href("puzzles", game)}>
      <p>{t("web.openings.note", { game: gameName(gameOf(game)) })}</p>
      <Problem>{failed && t("web.no_server")}</Problem>
      <Problem>{all && wanted?.line !== "" && t("web.openings.unknown")}</Problem>
      {all && <Overview game={game} side={side} lines={all} />}
    </Page>
  );
}

interface OverviewProps {
  readonly game: string;
  readonly side: Side;
  readonly lines: readonly Line[];
}

function Overview({ game, side, lines }: OverviewProps): JSX.Element {
  const known = knownOf(game, side);
  const speech = words(gameOf(game).key);
  const next = nextOf(lines, known);
  const named = lines.filter(({ ballot }) => ballot === 0);
  const ballots = lines.filter(({ ballot }) => ballot > 0);
  const done = lines.filter(({ id }) => known.has(id)).length;
  return (
    <>
      <section class="panel drill-begin">
        <Choices<Side>
          legend={t("web.openings.side")}
          value={side}
          options={[
            ["white", speech.text("color.white")],
            ["black", speech.text("color.black")],
          ]}
          change={(now) => go("puzzles", game, addressOf(now))}
        />
        <p role="status">{t("web.openings.known", { done, n: lines.length })}</p>
        {next && (
          <a class="button main big" href={href("puzzles", game, addressOf(side, next.id))}>
            <Icon name="play" />
            {t("web.openings.begin")}
          </a>
        )}
      </section>
      {named.length > 0 && (
        <section class="panel" aria-label={t("web.openings.named")}>
          <h2>{t("web.openings.named")}</h2>
          <Entries game={game} side={side} lines={named} known={known} />
        </section>
      )}
      {ballots.length > 0 && (
        <details class="panel">
          <summary>{t("web.openings.ballots", { n: ballots.length })}</summary>
          <Entries game={game} side={side} lines={ballots} known={known} />
        </details>
      )}
    </>
  );
}

function Entries(props: OverviewProps & { readonly known: ReadonlySet<string> }): JSX.Element {
  const { game, side, lines, known } = props;
  return (
    <ul class="drill-lines">
      {lines.map((line) => (
        <li key={line.id}>
          <a class="button" href={href("puzzles", game, addressOf(side, line.id))}>
            <span>
              <strong>{titleOf(line)}</strong>
              <small>{withNumbers(movesOf(line))}</small>
            </span>
            {known.has(line.id) && (
              <>
                <Icon name="check" />
                <span class="hidden">{t("web.openings.is_known")}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
