/** One player: colour, name, pieces taken, clock. */

import type { JSX } from "preact";
import { shownName } from "../../game/naming";
import { Face } from "../../parts/face";
import { Icon } from "../../parts/icon";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import type { Session } from "../../game/session";
import type { Side } from "../../game/source";
import { lettersOf } from "../../board/position";
import { other } from "../../game/apply-move";
import { gameName } from "../../game/game-name";
import { geometryOf } from "../../game/variants";
import { piecesLeft } from "../../game/material";
import { t } from "../../text/language";
import { Clock } from "./clock";

interface Props {
  readonly session: Session;
  readonly side: Side;
  readonly top?: boolean;
}

export function Player({ session, side, top }: Props): JSX.Element {
  const state = session.state.value!;
  const { view } = state;
  const player = view.players[side];
  const turn = view.turn === side && view.phase === "playing" && !view.outcome;
  const waited = view.phase === "playing" || (view.rematch !== null && view.next === null);
  const somebody = player && player.kind !== "engine";
  const away = somebody && state.here[side] === false && waited;
  const level = player?.level ?? 0;
  const computer = player?.kind === "engine";
  const name = player && shownName(player);
  const score = view.match?.players.indexOf(player?.name ?? "") ?? -1;
  return (
    <section class={`player ${turn ? "turn" : ""}`} aria-label={t(`color.${side}`)}>
      {top && (
        <a class="plain round" href={href()} aria-label={t("web.back")}>
          <Icon name="back" />
        </a>
      )}
      {computer ? (
        <span class={`head ${side}`}>
          <Face level={level} />
        </span>
      ) : (
        <span class={`stone ${side}`} aria-hidden="true" />
      )}
      <span class="who">
        <strong>{name ?? t(view.players[other(side)] ? "web.seat.free" : "web.seat.lots")}</strong>
        <span class="under">
          <small>
            {t(`color.${side}`)}
            {computer && <span class="level"> · {t("web.level", { n: level })}</span>}
            {player?.rating && ` · ${player.rating}`}
            {player?.kind === "bot" && ` · ${t("web.bot")}`}
            {away && ` · ${t("web.away")}`}
            {top && <span class="played"> · {gameName(session.game.value!)}</span>}
          </small>
          <Taken session={session} side={side} />
        </span>
      </span>
      {top && <Mute />}
      {score >= 0 && <span class="points">{half(view.match!.score[score]!)}</span>}
      {view.clock && <Clock clock={view.clock} side={side} now={() => session.source.now()} />}
    </section>
  );
}

/** What a side has taken, as small discs, and by how much it is ahead. */
function Taken({ session, side }: Props): JSX.Element | null {
  const shown = session.shown.value;
  const game = session.game.value!;
  const rival = other(side);
  if (!shown) return null;
  // What was never set up was not taken.
  const start = lettersOf(session.view.value!.start, geometryOf(game));
  const taken = Math.max(0, piecesLeft(start, rival) - piecesLeft(shown.board, rival));
  const lead = piecesLeft(shown.board, side) - piecesLeft(shown.board, rival);
  if (taken === 0) return null;
  return (
    <span class="taken">
      <span class="hidden">{t("web.taken", { n: taken })}</span>
      <span class="discs" aria-hidden="true">
        {Array.from({ length: Math.min(taken, 20) }, (_, index) => (
          <span class={`disc ${rival}`} key={index} />
        ))}
      </span>
      {lead > 0 && <small aria-hidden="true">+{lead}</small>}
    </span>
  );
}

/** All sounds off, or on again, by one tap. */
function Mute(): JSX.Element {
  const on = preferences.sound.value;
  return (
    <button
      type="button"
      class="plain round"
      aria-pressed={on}
      aria-label={t("web.settings.sound")}
      onClick={() => (preferences.sound.value = !on)}
    >
      <Icon name={on ? "sound" : "mute"} />
    </button>
  );
}

/** Half points as players write them: `1½`. */
export function half(points: number): string {
  const whole = Math.floor(points / 2);
  return points % 2 === 0 ? String(whole) : `${whole || ""}½`;
}
