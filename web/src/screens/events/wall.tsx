/** An event for a projector: pairings, standing and one board in turn, in letters seen from afar. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BoardShown, EventShown, RoundShown, TeamMatchShown } from "../../generated/messages";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { useTitle } from "../../parts/use-title";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { StateChip } from "./entrants";
import { useEvent } from "./following";
import { LiveBoard } from "./live";
import { NextStart } from "./next";
import { NumberCells, NumberHeads } from "./numbers";
import { isOver } from "./over";
import { aloneSaid, gameIn, lastRound, placeName, pointsSaid, roundName } from "./said";
import { headOf } from "./rounds";
import { matchesOf, scoreOf } from "./teams";

/** Milliseconds for which each sheet stands. */
const STANDS = 12_000;
/** Rows of a sheet, so high that they are read from the last seats. */
const ROWS = 8;
/** Criteria beside the name for which there is room. */
const NUMBERS = 3;

interface Sheet {
  readonly key: string;
  readonly title: string;
  readonly shown: () => ComponentChildren;
}

export function Wall({ id }: { readonly id: string }): JSX.Element {
  const { event, failed } = useEvent(id);
  const [at, setAt] = useState(0);
  const [turning, setTurning] = useState(
    () => !matchMedia("(prefers-reduced-motion: reduce)").matches,
  );
  const sheets = event ? sheetsOf(event) : [];
  const count = sheets.length;
  useTitle(event?.settings.name ?? t("web.event.wall"));
  useEffect(() => {
    if (!turning || count < 2) return undefined;
    const timer = setInterval(() => setAt((before) => before + 1), STANDS);
    return () => clearInterval(timer);
  }, [turning, count]);
  useEffect(() => {
    const stop = (): void => setTurning(false);
    addEventListener("click", stop);
    return () => removeEventListener("click", stop);
  }, []);
  const sheet = count > 0 ? sheets[at % count] : undefined;
  const step = (by: number): void => {
    setTurning(false);
    setAt((at + by + count) % Math.max(1, count));
  };
  return (
    <main class="wall">
      <header>
        <h1>{event?.settings.name ?? ""}</h1>
        <Turning id={id} turning={turning} turn={setTurning} step={step} />
        {event?.next && <NextStart next={event.next} />}
      </header>
      <Problem>{failed}</Problem>
      {sheet && (
        <section key={sheet.key} aria-label={sheet.title}>
          <h2>{sheet.title}</h2>
          {sheet.shown()}
        </section>
      )}
    </main>
  );
}

interface TurningProps {
  readonly id: string;
  readonly turning: boolean;
  readonly turn: (on: boolean) => void;
  readonly step: (by: number) => void;
}

/** Back to the event, and through the views by hand or by themselves. */
function Turning({ id, turning, turn, step }: TurningProps): JSX.Element {
  return (
    <nav aria-label={t("web.event.wall")}>
      <a class="plain round" href={href("events", id)} aria-label={t("web.back")}>
        <Icon name="close" />
      </a>
      <button
        type="button"
        class="plain round"
        aria-label={t("web.event.wall.before")}
        onClick={() => step(-1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="plain round"
        aria-pressed={turning}
        aria-label={t("web.event.wall.turn")}
        onClick={(happened) => {
          // A tap anywhere else stops it.
          happened.stopPropagation();
          turn(!turning);
        }}
      >
        <Icon name={turning ? "pause" : "play"} />
      </button>
      <button
        type="button"
        class="plain round"
        aria-label={t("web.event.wall.after")}
        onClick={() => step(1)}
      >
        <Icon name="forward" />
      </button>
    </nav>
  );
}

function parts<T>(all: readonly T[]): (readonly T[])[] {
  const pages = Math.ceil(all.length / ROWS);
  const size = Math.ceil(all.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, page) => all.slice(page * size, (page + 1) * size));
}

const numbered = (title: string, page: number, pages: number): string =>
  pages > 1 ? `${title} · ${page + 1}/${pages}` : title;

function sheetsOf(event: EventShown): readonly Sheet[] {
  const round = lastRound(event);
  if (!round) return entrantSheets(event);
  return [...boardSheets(event, round), ...placeSheets(event), ...liveSheets(event, round)];
}

/** Who has entered, before anything is paired. */
function entrantSheets(event: EventShown): readonly Sheet[] {
  const pages = parts(event.entrants);
  return pages.map((part, page) => ({
    key: `entrants ${page}`,
    title: numbered(t("web.event.entered", { n: event.entrants.length }), page, pages.length),
    shown: () => (
      <table>
        <tbody>
          {part.map(({ name, club, team }) => (
            <tr key={name}>
              <th scope="row">{playerName(name)}</th>
              <td>{team || club}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
  }));
}

/** The matches of teams, and all boards. */
function boardSheets(event: EventShown, round: RoundShown): readonly Sheet[] {
  const boards = parts(round.boards);
  const matches = parts(matchesOf(event, round.number));
  const title = `${roundName(round.number)} · ${t("web.event.teams")}`;
  return [
    ...matches.map((part, page) => ({
      key: `matches ${page}`,
      title: numbered(title, page, matches.length),
      shown: () => <TeamScores matches={part} round={round} />,
    })),
    ...boards.map((part, page) => ({
      key: `boards ${page}`,
      title: numbered(headOf(event, null, round), page, boards.length),
      shown: () => <Pairings event={event} boards={part} />,
    })),
  ];
}

/** The standing of teams, and that of players. */
function placeSheets(event: EventShown): readonly Sheet[] {
  const teams = parts(event.teams?.standing ?? []);
  const rows = parts(event.standing);
  const title = t(event.teams ? "web.event.teams.players" : "web.event.page.standing");
  return [
    ...teams.map((part, page) => ({
      key: `teams ${page}`,
      title: numbered(t("web.event.teams"), page, teams.length),
      shown: () => (
        <Places event={event} criteria={event.teams?.criteria ?? []} who="team" part={part} />
      ),
    })),
    ...rows.map((part, page) => ({
      key: `standing ${page}`,
      title: numbered(title, page, rows.length),
      shown: () => <Places event={event} criteria={event.criteria} who="name" part={part} />,
    })),
  ];
}

/** A board on which a game goes on, large. */
function liveSheets(event: EventShown, round: RoundShown): readonly Sheet[] {
  const running = round.boards.find(
    (each) => !isOver(each, event.settings.games ?? 1) && each.tables.length > each.games.length,
  );
  if (!running) return [];
  const table = running.tables.at(-1)!;
  return [
    {
      key: `board ${table}`,
      title: t("web.event.wall.board", { board: running.board }),
      shown: () => <LiveBoard id={table} game={gameIn(event.settings)} />,
    },
  ];
}

interface PairingsProps {
  readonly event: EventShown;
  readonly boards: readonly BoardShown[];
}

function Pairings({ event, boards }: PairingsProps): JSX.Element {
  return (
    <table>
      <tbody>
        {boards.map((board) => (
          <tr key={`${board.round} ${board.board}`}>
            <td class="number">{placeName(event, board)}</td>
            <th scope="row">{playerName(board.one)}</th>
            <td class="number">
              {board.two !== null && board.games.length > 0 ? pointsSaid(event, board) : "–"}
            </td>
            <td>{board.two === null ? aloneSaid(board) : playerName(board.two)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScoresProps {
  readonly matches: readonly TeamMatchShown[];
  readonly round: RoundShown;
}

function TeamScores({ matches, round }: ScoresProps): JSX.Element {
  return (
    <table>
      <tbody>
        {matches.map((match) => (
          <tr key={match.boards[0]}>
            <th scope="row">{match.one}</th>
            <td class="number">{scoreOf(match, round) || "–"}</td>
            <td>{match.two}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PlacesProps {
  readonly event: EventShown;
  readonly criteria: readonly string[];
  readonly who: "name" | "team";
  readonly part: EventShown["standing"];
}

function State({ event, name }: { event: EventShown; name: string }): JSX.Element {
  return <StateChip entrant={event.entrants.find((each) => each.name === name)} />;
}

function Places({ event, criteria: all, who, part }: PlacesProps): JSX.Element {
  const criteria = all.slice(0, NUMBERS);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("sheet.head.place")}</th>
          <th scope="col">{t(`sheet.head.${who}`)}</th>
          <NumberHeads criteria={criteria} />
        </tr>
      </thead>
      <tbody>
        {part.map(({ place, name, numbers }) => (
          <tr key={name}>
            <td class="number">{place ?? "–"}</td>
            <th scope="row">
              {who === "name" ? playerName(name) : name}{" "}
              {place !== null && who === "name" && <State event={event} name={name} />}
            </th>
            {place === null ? (
              <td colSpan={criteria.length}>
                <State event={event} name={name} />
              </td>
            ) : (
              <NumberCells criteria={criteria} numbers={numbers} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
