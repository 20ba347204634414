/** The lobby: play whoever is there, or wait for somebody. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Lobby, Offer } from "../generated/messages";
import { differences } from "../game/terms";
import { gameName } from "../game/game-name";
import { gameOf, gameOfView } from "../game/variants";
import { timeName } from "../game/times";
import { NameField } from "../parts/name-field";
import { Problem } from "../parts/problem";
import { WishedTime } from "../parts/time-choice";
import { GameChip } from "../parts/game-picker";
import { Icon } from "../parts/icon";
import { Later } from "../parts/later";
import { connection, server } from "../net/server";
import { preferences } from "../state/preferences";
import { go, href } from "../state/route";
import { sits } from "../state/seats";
import { seeking } from "../state/seeking";
import { t } from "../text/language";
import { playerName } from "../text/names";
import { Page } from "./page";
import { RatedChoice } from "../parts/rated-choice";
import { begin, canBeRated, sentenceOf, newGame } from "./home/begin";

const ownEvent = () => import("../parts/own-event").then((file) => file.OwnEvent);

export function LobbyScreen(): JSX.Element {
  const [problem, setProblem] = useState("");
  const lobby = connection.lobby.value;
  const game = gameOf(preferences.game.value);
  const away = !connection.open.value;
  useEffect(() => connection.follow(), []);
  const attempt = (action: Promise<{ game: string }>): void => {
    action.then((begun) => go("g", begun.game)).catch((error) => setProblem(sentenceOf(error)));
  };
  const quick = (): void => {
    const { variant, time, mode, rated } = newGame("online");
    const wish = {
      variant: variant ?? game.key,
      time: time ?? null,
      ...(mode ? { mode } : {}),
      ...(rated ? { rated } : {}),
    };
    const paired = server.pair(wish).then(({ game: begun, reach }) => {
      seeking.value = reach ? { game: begun, wish, reach } : null;
      return { game: begun };
    });
    attempt(paired);
  };
  const offer = (): void => {
    void begin({ ...newGame("online"), opponent: { kind: "anybody" } }).then(setProblem);
  };
  return (
    <Page title={t("web.rival.online")}>
      <section class="panel">
        <GameChip />
        <NameField />
        <WishedTime rival="online" days />
        {canBeRated("online", game) && <RatedChoice rival="online" />}
        <button
          type="button"
          class="main big"
          aria-describedby="quick"
          disabled={away}
          onClick={quick}
        >
          {t("web.lobby.quick")}
        </button>
        <small id="quick" class="quiet">
          {t("web.lobby.quick.note")}
        </small>
        <button type="button" disabled={away} onClick={offer}>
          {t("web.lobby.offer")}
        </button>
        <Problem>{problem}</Problem>
      </section>
      <Offers lobby={lobby} attempt={attempt} fail={setProblem} />
    </Page>
  );
}

interface OffersProps {
  readonly lobby: Lobby | null;
  readonly attempt: (action: Promise<{ game: string }>) => void;
  readonly fail: (sentence: string) => void;
}

/** What others offer, one's own offers among them, and how many games are played. */
function Offers({ lobby, attempt, fail }: OffersProps): JSX.Element {
  const [own, setOwn] = useState<readonly string[]>([]);
  useEffect(() => {
    server
      .me()
      .then((me) => setOwn(me.games.map((card) => card.game)))
      .catch(() => setOwn([]));
  }, []);
  const withdraw = (game: string): void => {
    server.withdraw(game).catch((error) => fail(sentenceOf(error)));
  };
  return (
    <section class="panel">
      <h2>
        {t("web.lobby.offers")}{" "}
        {lobby && lobby.offers.length > 0 && <span class="chip">{lobby.offers.length}</span>}
      </h2>
      {lobby && lobby.offers.length > 0 ? (
        <ul class="list kept">
          {lobby.offers.map((each) =>
            own.includes(each.game) || sits(each.game) ? (
              <li key={each.game}>
                <a href={href("g", each.game)}>
                  <OfferLine offer={each} what={t("web.lobby.own")} />
                </a>
                <button
                  type="button"
                  class="plain round"
                  aria-label={t("web.withdraw")}
                  onClick={() => withdraw(each.game)}
                >
                  <Icon name="trash" />
                </button>
              </li>
            ) : (
              <li key={each.game}>
                <button type="button" onClick={() => attempt(server.take(each.game))}>
                  <OfferLine offer={each} what={t("web.play")} />
                </button>
              </li>
            ),
          )}
        </ul>
      ) : (
        <p class="quiet">
          {connection.lost.value ? t("web.offline.lobby") : lobby && t("web.lobby.none")}
        </p>
      )}
      <Ways lobby={lobby} />
    </section>
  );
}

/** Where else people are: friends, the best, running games. */
function Ways({ lobby }: { readonly lobby: Lobby | null }): JSX.Element {
  return (
    <>
      <Later load={ownEvent} props={{}} />
      <a class="running" href={href("events")}>
        {t("web.events")}
        <Icon name="forward" />
      </a>
      <a class="running" href={href("friends")}>
        {t("web.friends")}
        <Icon name="forward" />
      </a>
      <a class="running" href={href("ratings")}>
        {t("web.ratings")}
        <Icon name="forward" />
      </a>
      {lobby && (
        <a class="running" href={href("watch")}>
          {lobby.games > 0 ? t("web.lobby.games", { n: lobby.games }) : t("web.watch")}
          <Icon name="forward" />
        </a>
      )}
    </>
  );
}

interface Line {
  readonly offer: Offer;
  readonly what: string;
}

function OfferLine({ offer, what }: Line): JSX.Element {
  const game = gameOfView(offer.variant, offer.house);
  const parts = [gameName(game), timeName(offer.time ?? "", offer.mode), ...differences(offer)];
  if (offer.rated) parts.push(t("web.rated"));
  return (
    <>
      <span class={`stone ${offer.side ?? "either"}`} aria-hidden="true" />
      <span class="what">
        <strong>
          {playerName(offer.name)}
          {offer.rating && ` ${offer.rating}`}
          {offer.bot && <span class="bot">{t("web.bot")}</span>}
        </strong>
        <small>{parts.join(" · ")}</small>
      </span>
      <span class="chip">{what}</span>
    </>
  );
}
