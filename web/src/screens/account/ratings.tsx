/** The best of a game and a tempo. */

import "../../styles/account.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../../game/variants";
import type { Ranked } from "../../generated/messages";
import { server } from "../../net/server";
import { Choices } from "../../parts/choices";
import { GameChip } from "../../parts/game-picker";
import { Problem } from "../../parts/problem";
import { preferences } from "../../state/preferences";
import { href, replace, type Route } from "../../state/route";
import { t } from "../../text/language";
import { sentenceOf } from "../home/begin";
import { Page } from "../page";
import { isTempo, TEMPI, tempoName } from "./tempo";

export function RatingsScreen({ route }: { readonly route: Route }): JSX.Element {
  const asked = route.screen === "ratings" ? route : { game: "", tempo: "" };
  const game = gameOf(asked.game || preferences.game.value).key;
  const tempo = isTempo(asked.tempo) ? asked.tempo : "blitz";
  const [best, setBest] = useState<readonly Ranked[] | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let wanted = true;
    setBest(null);
    setFailed("");
    server.best(game, tempo).then(
      (found) => wanted && setBest(found),
      (error: unknown) => wanted && setFailed(sentenceOf(error)),
    );
    return () => void (wanted = false);
  }, [game, tempo]);
  return (
    <Page title={t("web.ratings")} up={href("lobby")}>
      <section class="panel">
        <GameChip chosen={game} choose={(id) => replace("ratings", gameOf(id).key, tempo)} />
        <Choices
          legend={t("web.tempo")}
          value={tempo}
          options={TEMPI.map((each) => [each, tempoName(each)] as const)}
          change={(chosen) => replace("ratings", game, chosen)}
        />
        <Problem>{failed}</Problem>
        {best?.length === 0 && <Nobody />}
        {best && best.length > 0 && (
          <ol class="list kept">
            {best.map((each) => (
              <li key={each.name}>
                <a href={href("player", each.name)}>
                  <span class="what">
                    <strong>
                      {each.name}
                      {each.bot && <span class="bot">{t("web.bot")}</span>}
                    </strong>
                    <small>{t("web.ratings.games", { n: each.games })}</small>
                  </span>
                  <span class="chip">{each.points}</span>
                </a>
              </li>
            ))}
          </ol>
        )}
      </section>
    </Page>
  );
}

function Nobody(): JSX.Element {
  return (
    <>
      <p class="quiet">{t("web.ratings.none.list")}</p>
      <a class="button" href={href("lobby")}>
        {t("web.lobby.quick")}
      </a>
    </>
  );
}
