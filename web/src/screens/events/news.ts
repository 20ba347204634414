/** What has happened in an event, taken into what was known of it. */

import type { BoardShown, EntrantShown, EventNews, EventShown } from "../../generated/messages";

/** The event after some news that changed nothing but boards and entrants. */
export function applyNews(event: EventShown, news: EventNews): EventShown {
  const boards = new Map(news.boards.map((each) => [`${each.round} ${each.board}`, each]));
  const renewed = (each: BoardShown): BoardShown =>
    boards.get(`${each.round} ${each.board}`) ?? each;
  const entrants = new Map(news.entrants.map((each) => [each.name, each]));
  const known = new Set(event.entrants.map(({ name }) => name));
  const kept = event.entrants.map((each): EntrantShown => entrants.get(each.name) ?? each);
  return {
    ...event,
    seq: news.seq,
    phase: news.phase,
    rounds: event.rounds.map((round) => ({ ...round, boards: round.boards.map(renewed) })),
    entrants: [...kept, ...news.entrants.filter(({ name }) => !known.has(name))],
  };
}

/** Whether the event must be asked for as a whole to know what some news has changed. */
export function takesWhole(event: EventShown, news: EventNews): boolean {
  const { name, roles } = event.you;
  const own = (board: BoardShown): boolean => board.one === name || board.two === name;
  return (
    news.whole ||
    news.more ||
    news.ranked ||
    news.phase !== event.phase ||
    roles.length > 0 ||
    (name !== null && news.boards.some(own))
  );
}
