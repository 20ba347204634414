/** What has happened in an event, taken into what was known of it. */

import type {
  BoardShown,
  EventNews,
  EventShown,
  PlaceShown,
  RoundShown,
} from "../../generated/messages";
import { isOver } from "./over";

type Teams = NonNullable<EventShown["teams"]>;

/** Boards of an arena that are over and go on being shown, as many as the server shows. */
const MOST_OVER = 60;

/** The event after some news that is told by its parts. */
export function applyNews(event: EventShown, news: EventNews): EventShown {
  const games = event.settings.games ?? 1;
  const boards = new Map(news.boards.map((each) => [`${each.round} ${each.board}`, each]));
  const renewed = (each: BoardShown): BoardShown =>
    boards.get(`${each.round} ${each.board}`) ?? each;
  const rounds = replaced(event.rounds, news.rounds, ({ number }) => number).map((round) => {
    const changed = round.boards.map(renewed);
    return { ...round, boards: changed, over: changed.every((each) => isOver(each, games)) };
  });
  return {
    ...event,
    seq: news.seq,
    phase: news.phase,
    over: news.over,
    next: news.next,
    room: news.room,
    round: news.round,
    fingerprint: news.fingerprint,
    you: news.you,
    rounds: event.settings.format === "arena" ? lastBoards(rounds) : rounds,
    entrants: replaced(event.entrants, news.entrants, ({ name }) => name),
    standing: sortByPlace(replaced(event.standing, news.places, ({ name }) => name)),
    teams: event.teams && news.teams ? mergeTeams(event.teams, news.teams) : event.teams,
  };
}

/** Teams in their new order, with the matches that have changed. */
function mergeTeams(held: Teams, fresh: Teams): Teams {
  const key = ({ round, boards }: Teams["matches"][number]): string => `${round} ${boards[0]}`;
  return { ...fresh, matches: replaced(held.matches, fresh.matches, key) };
}

/** Values of which some have been replaced, and new ones come last. */
function replaced<T>(held: readonly T[], fresh: readonly T[], key: (value: T) => unknown): T[] {
  const byKey = new Map(fresh.map((each) => [key(each), each]));
  const known = new Set(held.map(key));
  return [
    ...held.map((each) => byKey.get(key(each)) ?? each),
    ...fresh.filter((each) => !known.has(key(each))),
  ];
}

/** The rows of a standing in their order; those who share a place by name. */
function sortByPlace(rows: readonly PlaceShown[]): readonly PlaceShown[] {
  const place = (row: PlaceShown): number => row.place ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

/** Rounds of an arena with the boards that are played, and the last ones that are over. */
function lastBoards(rounds: readonly RoundShown[]): readonly RoundShown[] {
  let left = MOST_OVER;
  const kept = rounds.toReversed().map((round) => ({
    ...round,
    boards: round.boards.filter((each) => !isOver(each, 1) || left-- > 0),
  }));
  return kept.filter(({ boards }) => boards.length > 0).reverse();
}

/** Whether the event must be asked for as a whole to know what some news has changed. */
export function takesWhole(event: EventShown, news: EventNews): boolean {
  return news.whole || news.more || news.phase !== event.phase;
}
