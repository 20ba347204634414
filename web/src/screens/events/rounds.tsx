/** Rounds with their boards: who meets whom, results, games that run, the card of each. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoardShown, EventShown, RoundShown } from "../../generated/messages";
import { events } from "../../net/events";
import { Countdown } from "../../parts/countdown";
import { Later } from "../../parts/later";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import { LiveThumbnail } from "./live";
import { isOver } from "./over";
import {
  aloneSaid,
  cancelledAt,
  sayEnd,
  gameIn,
  isForfeit,
  lastRound,
  placeName,
  pointsSaid,
  resultsSaid,
  roundName,
} from "./said";
import { boardsOf, matchesOf, scoreOf } from "./teams";

const draw = () => import("./draw").then((file) => file.Draw);

/** Games that are followed at once: each takes a share of the connection. */
const MOST_LIVE = 12;

export function Rounds({ event }: { readonly event: EventShown }): JSX.Element {
  const [chosen, setChosen] = useState<number | null>(null);
  const { rounds } = event;
  const round = rounds.find(({ number }) => number === chosen) ?? lastRound(event);
  if (!round) {
    return (
      <section class="panel">
        <p>{t("web.event.rounds.none")}</p>
        <a class="button" href={href("events", event.event, "entrants")}>
          {t("web.event.page.entrants")}
        </a>
      </section>
    );
  }
  return (
    <section class="panel">
      <div class="row round-head">
        <h2>{headOf(event, chosen, round)}</h2>
        <span class="chip">{t(roundState(round))}</span>
        <RoundChoice rounds={rounds} value={round.number} change={setChosen} />
      </div>
      {event.ends !== null && (
        <p>
          {sayEnd(event)}
          <Countdown until={event.ends} ends />
        </p>
      )}
      {round.manual && <p class="quiet">{t("web.event.manual")}</p>}
      {event.teams ? (
        <Matches event={event} round={round} />
      ) : (
        <Boards event={event} round={round} />
      )}
      {event.settings.format === "arena" && chosen === null && <Earlier event={event} />}
      {event.settings.ballots && <Later load={draw} props={{ event, round }} key={round.number} />}
    </section>
  );
}

/** The boards of an arena that are over for long, asked for as far back as somebody looks. */
function Earlier({ event }: { readonly event: EventShown }): JSX.Element | null {
  const doing = useDoing();
  const [rounds, setRounds] = useState<readonly RoundShown[]>([]);
  const [before, setBefore] = useState<number | null>(null);
  const shown = new Set(event.rounds.flatMap((each) => each.boards.map(keyOf)));
  const from = rounds.length === 0 ? (event.rounds[0]?.number ?? 0) + 1 : (before ?? 0);
  const more = async (): Promise<void> => {
    const page = await events.rounds(event.event, from);
    setRounds((held) => [...held, ...page.rounds]);
    setBefore(page.before ?? null);
  };
  return (
    <>
      {rounds.map((round) => {
        const boards = round.boards.filter((each) => !shown.has(keyOf(each)));
        return <Boards key={round.number} event={event} round={{ ...round, boards }} />;
      })}
      <Failed doing={doing} />
      {from > 1 && event.round > 1 && (
        <button
          type="button"
          class="plain"
          disabled={doing.busy}
          onClick={() => void doing.run(more)}
        >
          {t("web.event.boards.earlier")}
        </button>
      )}
    </>
  );
}

/** What a round is called; in an arena its last boards are those of many. */
export function headOf(event: EventShown, chosen: number | null, round: RoundShown): string {
  const many = event.settings.format === "arena" && chosen === null;
  return many ? t("web.event.boards.now") : roundName(round.number);
}

interface ChoiceProps {
  readonly rounds: readonly RoundShown[];
  readonly value: number;
  readonly change: (round: number) => void;
}

/** Another of the rounds, where there is one. */
export function RoundChoice({ rounds, value, change }: ChoiceProps): JSX.Element | null {
  if (rounds.length < 2) return null;
  return (
    <label class="field">
      <span class="hidden">{t("web.event.round.choose")}</span>
      <select value={value} onChange={({ currentTarget }) => change(Number(currentTarget.value))}>
        {rounds.map(({ number }) => (
          <option key={number} value={number}>
            {roundName(number)}
          </option>
        ))}
      </select>
    </label>
  );
}

function roundState({ started, over }: RoundShown) {
  if (over) return "web.event.round.over" as const;
  return started ? ("web.event.round.runs" as const) : ("web.event.round.published" as const);
}

interface BoardsProps {
  readonly event: EventShown;
  readonly round: RoundShown;
  /** Who starts on a board, where the left one need not. */
  readonly starts?: (board: BoardShown) => string;
}

/** The matches of teams in a round, each with its boards in their order. */
function Matches({ event, round }: BoardsProps): JSX.Element {
  const starts = ({ board }: BoardShown): string => round.boards[board - 1]?.one ?? "";
  const matches = matchesOf(event, round.number);
  const placed = new Set(matches.flatMap(({ boards }) => boards));
  const others = round.boards.filter(({ board }) => !placed.has(board));
  return (
    <>
      {others.length > 0 && <Boards event={event} round={{ ...round, boards: others }} />}
      {matches.map((match) => (
        <section key={match.boards[0]} class="team-match">
          <h3>
            <span>
              {match.one} – {match.two}
            </span>
            <span class="number">{scoreOf(match, round)}</span>
          </h3>
          <Boards
            event={event}
            round={{ ...round, boards: boardsOf(event, match, round) }}
            starts={starts}
          />
        </section>
      ))}
    </>
  );
}

export function Boards({ event, round, starts }: BoardsProps): JSX.Element {
  const games = event.settings.games ?? 1;
  const running = round.boards.filter((each) => runs(each, games)).slice(0, MOST_LIVE);
  return (
    <ol class="rows boards">
      {round.boards.map((board) => (
        <li key={keyOf(board)}>
          {running.includes(board) && (
            <LiveThumbnail id={board.tables.at(-1)!} game={gameIn(event.settings)} />
          )}
          <BoardLine board={board} event={event} starts={starts?.(board)} />
        </li>
      ))}
    </ol>
  );
}

function keyOf({ round, board }: BoardShown): string {
  return `${round} ${board}`;
}

/** Whether a game of the board is played at the server now. */
function runs(board: BoardShown, games: number): boolean {
  return !isOver(board, games) && board.tables.length > board.games.length;
}

/** Whether an arbiter is to decide about a refused draw on the board. */
function isAsked({ duties }: EventShown, { round, board }: BoardShown): boolean {
  return duties.some(
    (each) => each.advantage === null && each.round === round && each.board === board,
  );
}

interface LineProps {
  readonly event: EventShown;
  readonly board: BoardShown;
  readonly starts?: string | undefined;
}

/** Number, names, results, card and games of a board. */
export function BoardLine({ event, board, starts }: LineProps): JSX.Element {
  const { one, two, games, tables, claims, card } = board;
  const [first, second] = [one, two ?? ""].map((each) => playerName(each || "–"));
  const whole = isOver(board, event.settings.games ?? 1) && two !== null;
  const cancelled = cancelledAt(event, board);
  return (
    <>
      <span class="place">{placeName(event, board)}</span>
      <span class="what">
        <strong>{two === null ? first : `${first} – ${second}`}</strong>
        {two === null && <small>{aloneSaid(board)}</small>}
        {starts && games.length === 0 && (
          <small>{t("web.event.teams.begins", { name: playerName(starts) })}</small>
        )}
        {card && event.settings.ballots?.scope === "board" && (
          <small>{t("web.match.card", { card: `${card.code} ${card.moves.join(" ")}` })}</small>
        )}
        {games.length > 0 && (event.settings.games ?? 1) > 1 && <small>{resultsSaid(board)}</small>}
        {isForfeit(board) && <small>{t("sheet.unplayed")}</small>}
        {cancelled !== null && (
          <small>{t("web.event.cancelled", { name: playerName(cancelled) })}</small>
        )}
        {!whole && isAsked(event, board) && (
          <small class="waits">{t("web.event.duty.waits")}</small>
        )}
        {!whole && board.halted && <small class="waits">{t("web.event.stopped")}</small>}
        {!whole && claims.length > 0 && (
          <small class="waits">
            {t(claims.length > 1 ? "web.event.claims.differ" : "web.event.claims.one")}
          </small>
        )}
        {tables.length > 0 && (
          <span class="games-of">
            {tables.map((game, index) => (
              <a key={game} href={href("g", game)}>
                {t("web.event.game", { n: index + 1 })}
              </a>
            ))}
          </span>
        )}
      </span>
      {(whole || games.length > 0) && <strong class="number">{pointsSaid(event, board)}</strong>}
    </>
  );
}
