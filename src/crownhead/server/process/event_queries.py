"""What is asked of an event: how it stands, its files and sheets, the lists of events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import msgspec

from crownhead.server.event import files as event_files
from crownhead.server.event import news as event_news
from crownhead.server.event.boards import draft, rounds_before
from crownhead.server.event.rounds import Proposal
from crownhead.server.event.standing import Standing, explain, rank
from crownhead.server.event.state import EventState
from crownhead.server.event.view import as_seen_by, show
from crownhead.server.event.you import you
from crownhead.server.messages.event.rounds import Draft, RoundsPage
from crownhead.server.messages.event.standings import NumberShown, NumbersOf
from crownhead.server.messages.event.views import (
    EventFile,
    EventList,
    EventNews,
    EventSheet,
    EventShown,
    EventsPage,
    EventSummary,
    EventYou,
)
from crownhead.server.process.event_cache import EventCache, HeldEvent
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.queries import GameQueries
from crownhead.server.process.work import Work
from crownhead.server.rights import may_in_event
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.events import EventStore, entries

MOST_LISTED = 30
MOST_READ = 2_000
"""Lines of a log that are read at once for an answer about what has happened."""
MOST_ASKED = 50
"""Answers about what has happened in an event that are kept for others who ask the same."""


class EventQueries:
    """Answer questions about events; nothing is changed by them.

    `propose` gives what the program would publish as the next round of an event.
    """

    def __init__(
        self,
        store: EventStore,
        events: EventCache,
        games: GameQueries,
        work: Work,
        propose: Callable[[str, str], Awaitable[Proposal | None]],
    ) -> None:
        self._store = store
        self._events = events
        self._games = games
        self._work = work
        self._propose = propose

    async def show(self, event: str, player: str) -> EventShown:
        """Return an event as it stands. Raises `Refusal`."""
        async with self._events.open(event) as held:
            state, seen = held.state, held.seen
        if seen is None or seen.seq != state.seq:
            seen = await self._see(held, state, player)
        return await self._work.run_off_loop(
            player, partial(as_seen_by, seen, state, player), Urgency.HINT
        )

    async def _see(self, held: HeldEvent, state: EventState, player: str) -> EventShown:
        """Return an event as everybody sees it, and keep that for whoever asks next."""
        before = held.standing

        def work() -> tuple[Standing, EventShown]:
            standing = rank(state, before)
            return standing, show(state, standing)

        standing, seen = await self._work.run_off_loop(player, work, Urgency.HINT, metered=True)
        held.keep(standing)
        if held.seen is None or held.seen.seq < seen.seq:
            held.seen = seen
        return seen

    async def news(self, event: str, player: str, after: int, *, looks: bool = False) -> EventNews:
        """Return what has happened in an event after a seq. Raises `Refusal`.

        Who only `looks` is told as one who keeps no desk.
        """
        async with self._events.open(event) as held:
            state = held.state
        async with held.telling:  # many ask at once, from the same seq: it is found out once
            found = held.told.get(after)
            if found is None or found.seq < state.seq:
                found = held.told[after] = await self._find_news(held, state, after)
                while len(held.told) > MOST_ASKED:
                    del held.told[next(iter(held.told))]
        work = partial(event_news.news_for, found, state, player, looks=looks)
        return await self._work.run_off_loop(player, work, Urgency.HINT)

    async def you(self, event: str, player: str) -> EventYou:
        """Return what somebody is in an event. Raises `Refusal`."""
        async with self._events.open(event) as held:
            state = held.state
        return await self._you(state, player)

    async def _you(self, state: EventState, player: str) -> EventYou:
        work = partial(you, state, player)
        return await self._work.run_off_loop(player, work, Urgency.HINT)

    async def _find_news(self, held: HeldEvent, state: EventState, after: int) -> EventNews:
        rows = await self._store.log_after(state.id, after, MOST_READ)
        before = held.standing

        def work() -> tuple[Standing, EventNews]:
            standing = rank(state, before)
            lines = [entry for entry in entries(rows) if entry.seq <= state.seq]
            return standing, event_news.news(state, lines, after, standing)

        standing, news = await self._work.run_off_loop(
            state.organiser, work, Urgency.HINT, metered=True
        )
        held.keep(standing)
        return news

    async def rounds(self, event: str, player: str, before: int | None) -> RoundsPage:
        """Return rounds with all their boards, the last ones first. Raises `Refusal`."""
        state = await self._events.read(event)
        return await self._work.run_off_loop(
            player, partial(rounds_before, state, before), Urgency.HINT, metered=True
        )

    async def explain(
        self, event: str, player: str, name: str, of: NumbersOf
    ) -> tuple[NumberShown, ...]:
        """Return the numbers of an entrant or a team, each with its sum. Raises `Refusal`."""
        state = await self._events.read(event)
        found = await self._work.run_off_loop(
            player, partial(explain, state, name, of), Urgency.ANALYSIS, metered=True
        )
        if found is None:
            raise Refusal("unknown_game", text="event_nobody")
        return found

    async def file(self, event: str, player: str, kind: EventFile) -> tuple[str, str]:
        """Return the name of a file of an event, and its text. Raises `Refusal`."""
        state = await self._events.read(event)
        text = await self._work.run_off_loop(
            player, partial(event_files.text, state, kind), Urgency.ANALYSIS, metered=True
        )
        return event_files.name(state, kind), text

    async def print(
        self,
        event: str,
        player: str,
        kind: EventSheet,
        number: int,
        language: str,
        *,
        fees: bool = False,
    ) -> str:
        """Return a sheet that prints well, with `fees` for the desk alone. Raises `Refusal`."""
        state = await self._events.read(event)
        if fees and not may_in_event(state.roles(player), "keep_desk"):
            raise Refusal("no_seat", text="event_right")
        return await self._work.run_off_loop(
            player,
            partial(event_files.print_sheet, state, kind, number, language, fees=fees),
            Urgency.ANALYSIS,
            metered=True,
        )

    async def pdn(self, event: str, language: str) -> tuple[str, AsyncIterator[bytes]]:
        """Return the name of a file with the games of an event, and its parts. Raises `Refusal`."""
        state = await self._events.read(event)
        games = [game for _, tables in sorted(state.tables.items()) for game in tables]

        async def parts() -> AsyncIterator[bytes]:
            for game in games:
                yield (await self._games.pdn(game, language))[1].encode()

        return event_files.name(state, "pdn"), parts()

    async def draft(self, event: str, player: str) -> Draft:
        """Return what the program would publish as the next round, to who directs."""
        state = await self._events.read(event)
        if not may_in_event(state.roles(player), "direct"):
            raise Refusal("no_seat", text="event_right")
        program = await self._propose(event, player)
        assert program is not None
        return draft(state, program.boards)

    async def page(self, player: str, which: EventList, before: str | None) -> EventsPage:
        """Return a page of the lists of events."""
        place = None if before is None else _place(before)
        if which == "mine":
            found = await self._store.of(player, place, MOST_LISTED + 1)
        elif which == "organised":
            found = await self._store.organised_by(player, place, MOST_LISTED + 1)
        else:
            found = await self._store.in_phase(which, place, MOST_LISTED + 1)
        shown = tuple(msgspec.convert(dict(each), EventSummary) for _, _, each in found)
        last = found[MOST_LISTED - 1] if len(found) > MOST_LISTED else None
        return EventsPage(shown[:MOST_LISTED], None if last is None else f"{last[0]}-{last[1]}")


def _place(text: str) -> tuple[int, str]:
    at, _, id = text.partition("-")
    return int(at), id
