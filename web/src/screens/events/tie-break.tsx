/** The games of a tie-break in a knockout, all of them, as whoever begins the first sees them. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoardShown, EventShown } from "../../generated/messages";
import { Choices } from "../../parts/choices";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import { usualResults } from "./results";

const MOST_GAMES = 56;

interface Props {
  readonly event: EventShown;
  readonly board: BoardShown;
  readonly submit: (games: string[]) => Promise<void>;
}

/** Whether a board of a knockout is level, so that a tie-break has to decide. */
export function isLevel(event: EventShown, board: BoardShown): boolean {
  const whole = board.games.length >= (event.settings.games ?? 1);
  return board.two !== null && whole && board.points[0] === board.points[1];
}

export function TieBreak({ event, board, submit }: Props): JSX.Element {
  const doing = useDoing();
  const [games, setGames] = useState<readonly string[]>(board.extra);
  const usual = usualResults(event);
  return (
    <form
      class="stack"
      onSubmit={(happened) => {
        happened.preventDefault();
        void doing.run(() => submit([...games]));
      }}
    >
      <p>
        <strong>{`${playerName(board.one)} – ${playerName(board.two ?? "–")}`}</strong>
      </p>
      {Array.from({ length: Math.min(MOST_GAMES, games.length + 1) }, (_, index) => (
        <Choices
          key={index}
          legend={t("web.event.game", { n: index + 1 })}
          value={games[index] ?? null}
          options={usual.map((each) => [each, each])}
          change={(token) => setGames(games.toSpliced(index, 1, token))}
        />
      ))}
      <p class="quiet">{t("web.event.result.note", { name: playerName(board.one) })}</p>
      <Failed doing={doing} />
      <button type="submit" class="main" disabled={doing.busy || games.length === 0}>
        {t("web.event.result.enter")}
      </button>
    </form>
  );
}
