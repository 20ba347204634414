/** Whom the account follows: who is here, what they play, and challenges that are on their way. */

import "../styles/account.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Challenges, FollowedPlayer } from "../generated/messages";
import { friends } from "../net/friends";
import { connection, server } from "../net/server";
import { challengeSaid } from "../parts/calls";
import { Icon } from "../parts/icon";
import { Problem } from "../parts/problem";
import { preferences } from "../state/preferences";
import { go, href } from "../state/route";
import { t } from "../text/language";
import { Failed, Field, Form, useDoing } from "./account/form";
import { sentenceOf } from "./home/begin";
import { Page } from "./page";

/** Milliseconds after which it is asked again who is here. */
const AGAIN = 10_000;

export function FriendsScreen(): JSX.Element {
  const [followed, setFollowed] = useState<readonly FollowedPlayer[] | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    if (!preferences.account.peek()) return undefined;
    let wanted = true;
    const ask = (): void => {
      if (document.visibilityState !== "visible") return;
      friends.all().then(
        (found) => wanted && setFollowed(found),
        (error: unknown) => wanted && setFailed(sentenceOf(error)),
      );
    };
    ask();
    const timer = setInterval(ask, AGAIN);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <Page title={t("web.friends")} up={href("lobby")}>
      <Find />
      {preferences.account.value ? (
        <>
          <section class="panel">
            <Problem>{failed}</Problem>
            {followed?.length === 0 && <p class="quiet">{t("web.friends.none")}</p>}
            <ul class="list kept">
              {(followed ?? []).map((friend) => (
                <Row key={friend.name} friend={friend} />
              ))}
            </ul>
          </section>
          <Sent />
        </>
      ) : (
        <section class="panel">
          <p>{t("web.friends.account")}</p>
          <a class="button" href={href("account")}>
            {t("web.account")}
          </a>
        </section>
      )}
    </Page>
  );
}

/** The way to the page of whoever one knows by name. */
function Find(): JSX.Element {
  const doing = useDoing();
  const find = async (name: string): Promise<void> => {
    const profile = await server.profile(name);
    go("player", profile.name);
  };
  return (
    <section class="panel">
      <Form
        doing={doing}
        label={t("web.friends.find")}
        submit={(read) => find(read("player").trim())}
      >
        <Field label={t("web.friends.name")} name="player" autocomplete="off" />
        <button type="submit" disabled={doing.busy}>
          {t("web.friends.find")}
        </button>
      </Form>
    </section>
  );
}

function Row({
  friend: { name, bot, online, games },
}: {
  readonly friend: FollowedPlayer;
}): JSX.Element {
  const [game] = games;
  return (
    <li>
      <a href={href("player", name)}>
        <span class="what">
          <strong>{name}</strong>
          {bot && <small>{t("web.bot")}</small>}
          <small class={online ? "good" : "quiet"}>
            {t(online ? "web.friends.here" : "web.friends.away")}
          </small>
        </span>
      </a>
      {game && (
        <a class="button" href={href("g", game)}>
          {t("web.friends.watch")}
        </a>
      )}
    </li>
  );
}

/** Own challenges that wait, and what was declined lately. */
function Sent(): JSX.Element | null {
  const doing = useDoing();
  const [challenges, setChallenges] = useState<Challenges | null>(null);
  const news = connection.challenges.value;
  useEffect(() => {
    friends.challenges().then(setChallenges, () => {
      // With the next news again.
    });
  }, [news]);
  const withdraw = async (game: string): Promise<void> => {
    await server.withdraw(game);
    setChallenges(await friends.challenges());
  };
  const sent = challenges?.sent ?? [];
  if (sent.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t("web.challenge.sent")}</h2>
      <ul class="list kept">
        {sent.map(({ name, offer, declined }) => (
          <li key={offer.game}>
            <span class="what">
              <strong>{name}</strong>
              <small>{challengeSaid(offer)}</small>
            </span>
            {declined ? (
              <span class="chip">{t("web.challenge.declined")}</span>
            ) : (
              <button
                type="button"
                class="plain round"
                aria-label={t("web.challenge.withdraw", { name })}
                onClick={() => void doing.run(() => withdraw(offer.game))}
              >
                <Icon name="trash" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Failed doing={doing} />
    </section>
  );
}
