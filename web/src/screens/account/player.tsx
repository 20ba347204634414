/** A player as everybody sees him: ratings, how they went, and his games; or one's own games. */

import "../../styles/account.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { levelLike } from "../../game/adaptive";
import { gameOf } from "../../game/variants";
import type { Profile, RatingChange, RatingView, Tally } from "../../generated/messages";
import { ALL, history as asked } from "../../net/history";
import { server } from "../../net/server";
import { Later } from "../../parts/later";
import { preferences } from "../../state/preferences";
import { href, type Route } from "../../state/route";
import { t } from "../../text/language";
import { sentenceOf } from "../home/begin";
import { Page } from "../page";
import { date } from "./date";
import { tempoName } from "./tempo";

const meet = () => import("./meet").then((file) => file.Meet);
const history = () => import("./history").then((file) => file.History);

export function PlayerScreen({ route }: { readonly route: Route }): JSX.Element {
  const name = route.screen === "player" ? route.name : "";
  if (name) return <Other name={name} />;
  return (
    <Page title={t("web.history.own")}>
      <Later load={history} props={{ name: "" }} />
    </Page>
  );
}

function Other({ name }: { readonly name: string }): JSX.Element {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    setProfile(null);
    server.profile(name).then(setProfile, (error: unknown) => setFailed(sentenceOf(error)));
  }, [name]);
  return (
    <Page title={profile?.name ?? name} up={href("ratings")}>
      {failed && (
        <section class="panel" role="alert">
          {failed}
        </section>
      )}
      {profile && (
        <>
          <section class="panel">
            <small class="quiet">
              {profile.online && !profile.yours && (
                <span class="chip">{t("web.friends.here")}</span>
              )}
              {profile.bot && <span class="bot">{t("web.bot")}</span>}
              {t("web.ratings.since", { date: date(profile.created) })}
            </small>
            <Ratings ratings={profile.ratings} changes={profile.changes} />
            {!profile.yours && preferences.account.value && (
              <Later load={meet} props={{ profile }} />
            )}
          </section>
          {profile.changes.length > 0 && <Games changes={profile.changes} />}
          {profile.private && !profile.yours ? (
            <p class="quiet">{t("web.history.private")}</p>
          ) : (
            <Later load={history} props={{ name: profile.name }} />
          )}
          {!profile.yours && <Against name={profile.name} />}
        </>
      )}
    </Page>
  );
}

/** What came of the games between who looks and the player. */
function Against({ name }: { readonly name: string }): JSX.Element | null {
  const [score, setScore] = useState<Tally | null>(null);
  useEffect(() => {
    asked.page("", { ...ALL, opponent: name }).then(
      (page) => setScore(page.score),
      () => {
        // Who cannot be told sees the rest.
      },
    );
  }, [name]);
  if (!score || score.won + score.drawn + score.lost === 0) return null;
  const { won, drawn, lost } = score;
  return (
    <section class="panel">
      <h2>{t("web.history.against")}</h2>
      <p>{t("web.history.score", { won, drawn, lost })}</p>
    </section>
  );
}

interface RatingsProps {
  readonly ratings: readonly RatingView[];
  readonly changes: readonly RatingChange[];
}

/** Each list that somebody plays in, with the course of his rating. */
export function Ratings({ ratings, changes }: RatingsProps): JSX.Element {
  if (ratings.length === 0) return <p class="quiet">{t("web.ratings.none")}</p>;
  return (
    <ul class="kept">
      {ratings.map((rating) => {
        const { variant, tempo, points, provisional, games } = rating;
        const course = changes.filter((each) => each.variant === variant && each.tempo === tempo);
        return (
          <li key={`${variant} ${tempo}`}>
            <span>
              <strong>
                {gameName(gameOf(variant))} · {tempoName(tempo)}
              </strong>
              <small class="quiet">
                {t("web.ratings.games", { n: games })}
                {" · "}
                {provisional
                  ? t("web.ratings.provisional")
                  : t("web.ratings.level", { n: levelLike(points, variant) })}
              </small>
            </span>
            <Course changes={course} />
            <strong class="number">
              {points}
              {provisional && "?"}
            </strong>
          </li>
        );
      })}
    </ul>
  );
}

const WIDTH = 96;
const HEIGHT = 32;

/** How a rating went, the newest on the right. */
function Course({ changes }: { readonly changes: readonly RatingChange[] }): JSX.Element | null {
  const points = [...changes].reverse().map((each) => each.after);
  if (points.length < 2) return null;
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const across = (index: number): number => (index / (points.length - 1)) * WIDTH;
  const up = (value: number): number =>
    HEIGHT - 2 - ((value - low) / (high - low || 1)) * (HEIGHT - 4);
  const line = points.map((value, index) => `${across(index).toFixed(1)},${up(value).toFixed(1)}`);
  return (
    <svg
      class="course"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${t("web.ratings.course")}: ${low}–${high}`}
    >
      <polyline points={line.join(" ")} fill="none" stroke="currentColor" stroke-width="2" />
    </svg>
  );
}

const SHOWN = 20;

function Games({ changes }: { readonly changes: readonly RatingChange[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>{t("web.ratings.last")}</h2>
      <ul class="list">
        {changes.slice(0, SHOWN).map((each) => (
          <li key={each.game}>
            <a href={href("g", each.game)}>
              <span class={`stone ${each.side}`} aria-hidden="true" />
              <span class="what">
                <strong>
                  {gameName(gameOf(each.variant))} · {tempoName(each.tempo)}
                </strong>
                <small>
                  {date(each.at)}
                  {each.annulled && ` · ${t("web.ratings.annulled")}`}
                </small>
              </span>
              <span class="chip">{gainSaid(each)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const RESULTS = new Map([
  [1, "1"],
  [0.5, "½"],
  [0, "0"],
]);

/** What a game came to: `1  +12`. */
function gainSaid({ score, before, after, annulled }: RatingChange): string {
  const result = RESULTS.get(score) ?? "";
  if (annulled) return result;
  const gained = after - before;
  return `${result}  ${gained < 0 ? `−${-gained}` : `+${gained}`}`;
}
