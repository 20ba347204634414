/** What calls the user on whatever screen: challenges, and an opponent who has come. */

import "./calls.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../game/game-name";
import { timeName } from "../game/times";
import { gameOfView } from "../game/variants";
import type { Challenges, ChallengeView } from "../generated/messages";
import { friends } from "../net/friends";
import { connection, server } from "../net/server";
import { sound } from "../sounds/events";
import { preferences } from "../state/preferences";
import { go, href, route } from "../state/route";
import { begun, seeking } from "../state/seeking";
import { language, t } from "../text/language";
import { sentenceOf } from "../screens/home/begin";
import { Problem } from "./problem";

export function Calls(): JSX.Element {
  return (
    <aside class="calls" aria-label={t("web.calls")}>
      {preferences.account.value && <Received />}
      <Found />
      <Begun />
    </aside>
  );
}

/** Challenges that wait for an answer; one that is put aside stays so until the page is left. */
function Received(): JSX.Element | null {
  const [challenges, setChallenges] = useState<Challenges | null>(null);
  const [aside, setAside] = useState<readonly string[]>([]);
  const news = connection.challenges.value;
  useEffect(() => {
    connection.start(); // to be told at once, and to be seen by friends
    let wanted = true;
    friends.challenges().then(
      (found) => wanted && setChallenges(found),
      () => {
        // Asked again with the next news.
      },
    );
    return () => void (wanted = false);
  }, [news]);
  const received = challenges?.quiet ? [] : (challenges?.received ?? []);
  const shown = received.filter(({ offer }) => !aside.includes(offer.game));
  const others = (challenges ? othersOf(challenges) : []).filter(
    ({ id }) => !aside.includes(id) && !isAt(id),
  );
  const first = shown[0]?.offer.game ?? others[0]?.id;
  useEffect(() => {
    if (first) sound("ask");
  }, [first]);
  if (!first) return null;
  return (
    <ul>
      {shown.slice(0, 2).map((each) => (
        <Challenge
          key={each.offer.game}
          challenge={each}
          later={() => setAside([...aside, each.offer.game])}
        />
      ))}
      {others.slice(0, 1).map(({ id, screen, said }) => (
        <li key={id}>
          <p role="status">{said}</p>
          <div class="answers">
            <a class="button main" href={href(screen, id)}>
              {t(screen === "g" ? "web.notices.game" : "web.event.go")}
            </a>
            <button type="button" class="plain" onClick={() => setAside([...aside, id])}>
              {t("web.challenge.later")}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface Other {
  readonly id: string;
  readonly screen: "g" | "events";
  readonly said: string;
}

/** Rounds that begin soon, and games in which it is one's turn. */
function othersOf({ starts = [], turns = [] }: Challenges): Other[] {
  return [
    ...starts
      .filter((each) => each.starts > Date.now() + connection.skew)
      .map((each) => {
        const time = new Date(each.starts).toLocaleTimeString(language.value, HOUR);
        const round = t("web.event.countdown.starts", { round: each.round, time });
        return { id: each.event, screen: "events" as const, said: `${each.name}: ${round}` };
      }),
    ...turns.map(({ game, last_day: last }) => ({
      id: game,
      screen: "g" as const,
      said: t(last ? "web.notices.deadline.call" : "web.notices.turn.call"),
    })),
  ];
}

const HOUR = { hour: "2-digit", minute: "2-digit" } as const;

interface ChallengeProps {
  readonly challenge: ChallengeView;
  readonly later: () => void;
}

function Challenge({ challenge: { name, offer }, later }: ChallengeProps): JSX.Element {
  const [failed, setFailed] = useState("");
  const fail = (error: unknown): void => setFailed(sentenceOf(error));
  return (
    <li>
      <p role="status">
        <strong>{t("web.challenge.from", { name })}</strong> {challengeSaid(offer)}
      </p>
      <Problem>{failed}</Problem>
      <div class="answers">
        <button
          type="button"
          class="main"
          onClick={() => void friends.accept(offer.game).then(({ game }) => go("g", game), fail)}
        >
          {t("web.play")}
        </button>
        <button type="button" onClick={() => void friends.decline(offer.game).then(later, fail)}>
          {t("web.challenge.decline")}
        </button>
        <button type="button" class="plain" onClick={later}>
          {t("web.challenge.later")}
        </button>
      </div>
    </li>
  );
}

/** What somebody is challenged to: game, time, whether it counts. */
export function challengeSaid({
  variant,
  house,
  time,
  mode,
  rated,
}: ChallengeView["offer"]): string {
  const parts = [gameName(gameOfView(variant, house)), timeName(time ?? "", mode)];
  if (rated) parts.push(t("web.rated"));
  return parts.join(" · ");
}

/** The way to a game of an event that has begun, for who does something else. */
function Begun(): JSX.Element | null {
  const game = begun.value?.game ?? "";
  const there = game !== "" && isAt(game);
  useEffect(() => {
    if (there) begun.value = null;
    else if (game) sound("ask");
  }, [game, there]);
  if (!game || there) return null;
  return (
    <p role="status">
      <a class="button main" href={href("g", game)}>
        {t("web.event.begun")}
      </a>
    </p>
  );
}

/** Milliseconds between two questions whether somebody has come. */
const AGAIN = 8000;

/** Wait for an opponent, and lead to the game once he is there. */
function Found(): JSX.Element | null {
  const found = seeking.value?.found ?? "";
  const waiting = found ? "" : (seeking.value?.game ?? "");
  const there = found !== "" && isAt(found);
  useEffect(() => {
    if (there) seeking.value = null;
  }, [there]);
  useEffect(() => {
    if (!waiting) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      const game = await looked().catch(() => "");
      if (!wanted) return;
      if (game) {
        meet(waiting, game);
      } else {
        timer = setTimeout(() => void ask(), AGAIN * (0.75 + Math.random() / 2));
      }
    };
    timer = setTimeout(() => void ask(), AGAIN / 2);
    const hear = (): void => void ask();
    let told = false;
    const unwatch = connection.watch({
      game: waiting,
      since: () => 0,
      hear: (message) => {
        // The first is what is known already.
        if (message.t === "event" && told) hear();
        told = true;
      },
    });
    return () => {
      wanted = false;
      clearTimeout(timer);
      unwatch();
    };
  }, [waiting]);
  if (!found || there) return null;
  return (
    <p role="status">
      <a class="button main" href={href("g", found)}>
        {t("web.seeking.found")}
      </a>
    </p>
  );
}

/** The game for which an opponent has come; "" while none has. */
async function looked(): Promise<string> {
  const now = seeking.peek();
  if (!now) return "";
  if (!now.wish) {
    const { view } = await server.shown(now.game);
    return view.phase === "playing" || view.phase === "lots" ? now.game : "";
  }
  const paired = await server.pair({ ...now.wish, waiting: now.game });
  if (!paired.reach) return paired.game;
  if (seeking.peek() === now) seeking.value = { ...now, game: paired.game, reach: paired.reach };
  return "";
}

/** Whether a game, or an event, is on the screen. */
function isAt(id: string): boolean {
  const now = route.value;
  return ("id" in now && now.id === id) || (now.screen === "events" && now.event === id);
}

/** Lead whoever waits at the board to the game at once; call who does something else. */
function meet(waited: string, game: string): void {
  const now = route.peek();
  if (now.screen === "game" && (now.id === waited || now.id === game)) {
    seeking.value = null;
    if (now.id !== game) go("g", game);
    return;
  }
  sound("ask");
  seeking.value = { game: waited, wish: null, reach: null, found: game };
  notify();
}

/** Say it beside the page, where that was allowed and nobody looks at it. */
function notify(): void {
  if (document.visibilityState === "visible" || !("Notification" in globalThis)) return;
  if (Notification.permission !== "granted") return;
  try {
    const shown = new Notification(t("web.seeking.found"), { icon: "/icon-192.png" });
    shown.addEventListener("click", () => globalThis.focus());
  } catch {
    // Phones show some from a service worker alone; the sound was there.
  }
}
