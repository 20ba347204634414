/** How a game ended: who won and how, what it came to, when it turned, and what to do next. */

import "./result.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sideName } from "../../game/naming";
import { levelIn } from "../../game/adaptive";
import { levelName } from "../../game/levels";
import { other } from "../../game/apply-move";
import { piecesLeft } from "../../game/material";
import type { Session } from "../../game/session";
import type { Side } from "../../game/source";
import type { Game } from "../../game/variants";
import type { GameRatings } from "../../generated/messages";
import { server } from "../../net/server";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { useBeginning } from "../../parts/use-beginning";
import type { Review } from "../../game/review";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { Sentence } from "../../parts/sentence";
import { t } from "../../text/language";
import { beginLike } from "../home/begin";
import { sayEnd, headline, matchSaid, parting, rematchSaid, verdictSaid } from "./ending";

export function Result({ session }: { readonly session: Session }): JSX.Element {
  const view = session.view.value!;
  const { outcome } = view;
  const [you, second] = session.you.value;
  const winner = outcome!.winner;
  const mine = you !== undefined && !second && winner === you;
  const offer = rematchSaid(session);
  return (
    <>
      <strong class="headline">
        {mine && <Crown />}
        {headline(session)}
      </strong>{" "}
      <span>
        {sayEnd(session)} {verdictSaid(session)} {matchSaid(view) || parting(session)}
      </span>
      <Facts session={session} />
      {view.rated && <Rated session={session} />}
      {view.event && (
        <a class="event-link" href={href("events", view.event.event)}>
          {t("web.event.of_game", { name: view.event.name })}
        </a>
      )}
      {offer && <small>{offer}</small>}
    </>
  );
}

/** What a rated game has done to the own rating. */
function Rated({ session }: { readonly session: Session }): JSX.Element | null {
  const [change, setChange] = useState<GameRatings | null>(null);
  const { game, you } = session.state.value!;
  useEffect(() => {
    server.changes(game).then(setChange, () => {
      // The game is over all the same; the profile tells it, too.
    });
  }, [game]);
  const [side] = you;
  if (!change || !side) return null;
  const before = change[`${side}_before`];
  const after = change[`${side}_after`];
  const gained = after - before;
  const said = gained < 0 ? `−${-gained}` : `+${gained}`;
  return <small>{t("web.rated.change", { before, after, change: said })}</small>;
}

/** A crown that is set down once. */
function Crown(): JSX.Element {
  return (
    <svg class="crown" viewBox="-26 -20 52 42" aria-hidden="true" focusable="false">
      <path d="M-19 11-22-9-10 1 0-17 10 1 22-9 19 11zM-19 15h38v5h-38z" />
    </svg>
  );
}

/** Milliseconds after which a game that is over is looked at. */
const PAUSE = 2000;

/** How long it was, what is left on the board, and what a look at it shows once there was one. */
function Facts({ session }: { readonly session: Session }): JSX.Element | null {
  const view = session.view.value!;
  const review = session.review.value;
  useReview(session);
  if (view.ply === 0) return null;
  const [left, right] = [session.below.value, other(session.below.value)].map((side) =>
    piecesLeft(view.board, side),
  ) as [number, number];
  return (
    <small class="facts">
      <span>{t("web.end.facts", { n: Math.ceil(view.ply / 2), left, right })}</span>
      {review?.whole && <Faults session={session} review={review} />}
      {review?.turning && !review.lessons && (
        <button
          type="button"
          class="link turned"
          onClick={() => void session.look(review.turning!.ply)}
        >
          <Sentence
            text={t("web.end.turned", {
              name: calledHere(session, review.turning.by),
              sentence: review.turning.sentence,
            })}
          />
        </button>
      )}
    </small>
  );
}

/** Look at a game that is over, unless somebody goes on at once. */
function useReview(session: Session): void {
  const view = session.view.value!;
  useEffect(() => {
    if (view.ply === 0 || view.outcome!.termination === "aborted") return undefined;
    const control = new AbortController();
    const look = async (): Promise<void> => {
      const { reviewOf } = await import("../../study/review");
      const [you, second] = session.you.peek();
      const own = you && !second ? you : null;
      const review = await reviewOf(session.source, view, own, control.signal);
      if (!control.signal.aborted) session.review.value = review;
    };
    // Without an answer nothing is said.
    const later = setTimeout(() => void look().catch(() => undefined), PAUSE);
    return () => {
      clearTimeout(later);
      control.abort();
    };
  }, [session, view.ply]);
}

/** What a side is called where a fault of it is told. */
function calledHere(session: Session, side: Side): string {
  const [you, second] = session.you.value;
  return you === side && !second ? t("web.you") : sideName(session, side);
}

interface FaultsProps {
  readonly session: Session;
  readonly review: Review;
}

/** How many mistakes each side made; a tap steps to the next of them. */
function Faults({ session, review: { faults } }: FaultsProps): JSX.Element {
  const { below } = session;
  const step = (plies: readonly number[]): void => {
    const at = session.past.peek()?.at ?? 0;
    void session.look(plies.find((ply) => ply > at) ?? plies[0]!);
  };
  return (
    <>
      {[below.value, other(below.value)].map((side) => {
        const plies = faults.filter(({ by }) => by === side).map(({ ply }) => ply);
        if (plies.length === 0) return null;
        const name = calledHere(session, side);
        return (
          <button type="button" class="link" key={side} onClick={() => step(plies)}>
            {t("web.end.faults", { name, n: plies.length })}
          </button>
        );
      })}
    </>
  );
}

/** What can be done with a game that is over, beside the controls. */
export function afterwards(session: Session, share: () => void): JSX.Element[] {
  const view = session.view.value!;
  const [you, second] = session.you.value;
  const buttons: JSX.Element[] = [];
  if (session.review.value?.lessons) buttons.push(<Lessons key="lessons" session={session} />);
  const level = you && !second ? (view.players[other(you)]?.level ?? 0) : 0;
  const { winner } = view.outcome!;
  const score = winner === null ? 0 : winner === you ? 1 : -1;
  const better = level ? betterLevel(session.game.value!, level, score) : null;
  const again = you && score <= 0 && view.allowed[you]?.includes("rematch");
  if (level && again) {
    buttons.push(<Again key="again" session={session} by={you} level={level} />);
  }
  if (better) {
    buttons.push(<AtLevel key="level" session={session} level={better} onward={score > 0} />);
  }
  if (view.outcome!.termination === "aborted") {
    // Nothing was played that could be given to others; who was waiting wants another opponent.
    const people = Object.values(view.players).every((player) => isPerson(player?.kind));
    if (you && !second && people) {
      buttons.push(
        <a class="button main" key="seek" href={href("lobby")}>
          {t("web.end.seek")}
        </a>,
      );
    }
    return buttons;
  }
  buttons.push(
    <button type="button" key="share" onClick={share}>
      <Icon name="share" />
      {t("web.share")}
    </button>,
  );
  return buttons;
}

function isPerson(kind: string | undefined): boolean {
  return kind === "guest" || kind === "account";
}

const moments = () => import("./moments").then((file) => file.Moments);

/** The player's own mistakes, to be played better. */
function Lessons({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { lessons } = session.review.value!;
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="hint" />
        {t("web.end.moments", { n: lessons })}
      </button>
      {open && <Later load={moments} props={{ session, close: () => setOpen(false) }} />}
    </>
  );
}

interface AgainProps {
  readonly session: Session;
  readonly by: Side;
  readonly level: number;
}

/** The same game once more against the same opponent. */
function Again({ session, by, level }: AgainProps): JSX.Element {
  const { problem, busy, start } = useBeginning();
  const again = async (): Promise<string> => {
    const next = await session.act({ kind: "rematch", by });
    if (next) go("g", next);
    return next ? "" : t("web.no_server");
  };
  return (
    <>
      <button type="button" class="main" disabled={busy} onClick={() => start(again)}>
        {t("web.end.again", { name: levelName(level) })}
      </button>
      {problem && (
        <small class="bad" role="alert">
          {problem}
        </small>
      )}
    </>
  );
}

interface AtLevelProps {
  readonly session: Session;
  readonly level: number;
  /** Whether it is a step up that was earned. */
  readonly onward: boolean;
}

/** The same game once more, at another level. */
function AtLevel({ session, level, onward }: AtLevelProps): JSX.Element {
  const { problem, busy, start } = useBeginning();
  const adapts = preferences.adapts.value;
  const begin = (): void => {
    if (!adapts) preferences.level.value = level;
    start(() => beginLike(session.view.peek()!, session.you.peek()[0]!, level));
  };
  return (
    <>
      <button type="button" class={onward ? "main" : ""} disabled={busy} onClick={begin}>
        {adapts
          ? t("web.end.adapted", { n: level })
          : t(onward ? "web.end.onward" : "web.end.easier", { name: levelName(level) })}
      </button>
      {problem && (
        <small class="bad" role="alert">
          {problem}
        </small>
      )}
    </>
  );
}

const HARDEST = 10;

/** The level of the next game after a win (1), a draw (0) or a loss (-1); null if it is this one. */
function betterLevel(game: Game, level: number, score: number): number | null {
  if (preferences.adapts.value) {
    const next = levelIn(game);
    return next === level ? null : next;
  }
  const next = Math.min(Math.max(level + score, 1), HARDEST);
  return next === level ? null : next;
}
