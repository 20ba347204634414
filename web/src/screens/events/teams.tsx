/** Events of teams: the score of each match above its boards, the standing, the cross table. */

import type { ComponentChildren, JSX } from "preact";
import type { BoardShown, EventShown, RoundShown, TeamMatchShown } from "../../generated/messages";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { NumberButtons, NumberHeads, type Opened } from "./numbers";
import { teamOf } from "./said";

type Teams = NonNullable<EventShown["teams"]>;

/** The matches of a round. */
export function matchesOf({ teams }: EventShown, round: number): readonly TeamMatchShown[] {
  return teams?.matches.filter((each) => each.round === round) ?? [];
}

/** What both teams have, as soon as a board has been played. */
export function scoreOf({ points, boards }: TeamMatchShown, round: RoundShown): string {
  const played = boards.some((n) => round.boards[n - 1]?.games.length);
  return played ? points.join(" : ") : "";
}

/** The boards of a match as its first team sees them: its players stand on the left. */
export function boardsOf(
  event: EventShown,
  match: TeamMatchShown,
  round: RoundShown,
): readonly BoardShown[] {
  return match.boards
    .map((n) => round.boards[n - 1]!)
    .map((board) => (teamOf(event, board.one) === match.one ? board : turnBoard(board)));
}

/** A board as its second player sees it. */
function turnBoard(board: BoardShown): BoardShown {
  const [ours, theirs] = board.points;
  return {
    ...board,
    one: board.two!,
    two: board.one,
    games: board.games.map(turnResult),
    extra: board.extra.map(turnResult),
    points: [theirs, ours],
  };
}

/** A result as the other player sees it. */
export function turnResult(token: string): string {
  const sign = /^[+-]\/[+-]$/.test(token) ? "/" : "-";
  return token.split(sign).reverse().join(sign);
}

interface TeamsProps {
  readonly event: EventShown;
  readonly teams: Teams;
}

interface StandingProps extends TeamsProps {
  readonly open: (opened: Opened) => void;
}

/** The standing of teams, and who has brought what against whom. */
export function TeamStanding({ event, teams, open }: StandingProps): JSX.Element {
  return (
    <>
      <h3>{t("web.event.teams")}</h3>
      <Scroll label={t("web.event.teams")}>
        <TeamPlaces teams={teams} own={teamOf(event, event.you.name ?? "")} open={open} />
      </Scroll>
      {event.settings.format === "scheveningen" ? (
        <PlayerCross event={event} teams={teams} />
      ) : (
        <TeamCross teams={teams} />
      )}
      <h3>{t("web.event.teams.players")}</h3>
    </>
  );
}

interface PlacesProps extends Pick<StandingProps, "teams" | "open"> {
  readonly own: string;
}

function TeamPlaces({ teams, own, open }: PlacesProps): JSX.Element {
  return (
    <table class="standing">
      <thead>
        <tr>
          <th scope="col">{t("sheet.head.place")}</th>
          <th scope="col">{t("sheet.head.team")}</th>
          <NumberHeads criteria={teams.criteria} />
        </tr>
      </thead>
      <tbody>
        {teams.standing.map(({ place, name, numbers }) => (
          <tr key={name} class={name === own ? "mine" : ""}>
            <td class="number">{place ?? "–"}</td>
            <th scope="row">{name}</th>
            <NumberButtons
              criteria={teams.criteria}
              numbers={numbers}
              called={name}
              open={(at) => open({ name, at, of: "team" })}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Team against team: what the boards of the row's team have brought. */
function TeamCross({ teams }: { readonly teams: Teams }): JSX.Element {
  const names = teams.standing.map(({ name }) => name);
  const cell = (own: string, other: string): string =>
    teams.matches
      .filter(({ one, two }) => (one === own && two === other) || (one === other && two === own))
      .map(({ one, points }) => (one === own ? points[0] : points[1]))
      .join(", ");
  return (
    <Cross
      title={t("web.event.teams.cross")}
      corner={t("sheet.head.team")}
      heads={names.map((_, index) => String(index + 1))}
      rows={names.map((name, index) => ({
        head: `${index + 1} ${name}`,
        cells: names.map((other) => (other === name ? "×" : cell(name, other))),
      }))}
    />
  );
}

/** Everybody of one team against everybody of the other, in order of their boards. */
function PlayerCross({ event, teams }: TeamsProps): JSX.Element | null {
  const [one, two] = teams.standing.map(({ name }) => name);
  if (one === undefined || two === undefined) return null;
  const players = (team: string): readonly string[] =>
    event.entrants.filter((each) => each.team === team).map(({ name }) => name);
  const points = new Map<string, string>();
  for (const { one: first, two: second, games, points: both } of event.rounds.flatMap(
    ({ boards }) => boards,
  )) {
    if (second === null || games.length === 0) continue;
    points.set(`${first}\n${second}`, both[0]).set(`${second}\n${first}`, both[1]);
  }
  return (
    <Cross
      title={t("web.event.teams.cross_players", { one, two })}
      corner={t("sheet.head.name")}
      heads={players(two).map((name) => playerName(name))}
      rows={players(one).map((name) => ({
        head: playerName(name),
        cells: players(two).map((other) => points.get(`${name}\n${other}`) ?? ""),
      }))}
    />
  );
}

interface CrossProps {
  readonly title: string;
  readonly corner: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly head: string; readonly cells: readonly string[] }[];
}

function Cross({ title, corner, heads, rows }: CrossProps): JSX.Element {
  return (
    <>
      <h3>{title}</h3>
      <Scroll label={title}>
        <table class="standing cross">
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ head, cells }) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index]} class="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

interface ScrollProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A table that may be wider than the page: it is moved sideways by the keyboard, too. */
function Scroll({ label, children }: ScrollProps): JSX.Element {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
