"""What a player's page tells him, wherever he is on it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from crownhead.server.clock import milliseconds
from crownhead.server.event.entries import Announced
from crownhead.server.event.reminders import soon
from crownhead.server.event.state import EventState
from crownhead.server.process.event_cache import EventCache
from crownhead.server.process.tables import Tables
from crownhead.server.room.notices import NoticeKind, still_holds
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.storage.notices import NoticeStore, Queued

FRESH_ON_PAGE = 10 * 60_000
"""Milliseconds for which the page says whose turn it is, wherever its user is."""
MOST_ON_PAGE = 5


class PageNotices:
    """Find what pages tell of games and rounds; `refresh` sends a player's page its notices."""

    def __init__(self, store: NoticeStore, tables: Tables, events: EventCache) -> None:
        self._store = store
        self._tables = tables
        self._events = events
        self.refresh: Callable[[str], None] = lambda player: None

    async def games(self, player: str) -> list[tuple[Queued, Table]]:
        """Return what a player's page says wherever he is, with the games that it is about."""
        now, found = milliseconds(), []
        for each in await self._store.on_page(player, MOST_ON_PAGE):
            stale = each.kind == "turn" and each.at < now - FRESH_ON_PAGE
            if each.game is None or stale:
                continue
            with suppress(Refusal):
                async with self._tables.open(each.game) as table:
                    if still_holds(each.notice, table, now):
                        found.append((each, table))
        return found

    async def rounds(self, player: str) -> list[tuple[EventState, Announced]]:
        """Return the events of which a player's page says that a round of his begins soon."""
        now, found = milliseconds(), []
        for each in await self._store.on_page(player, MOST_ON_PAGE):
            if each.event is not None:
                with suppress(Refusal):
                    state = await self._events.read(each.event)
                    if said := soon(state, player, now):
                        found.append((state, said))
        return found

    async def is_quiet(self, player: str, kind: NoticeKind) -> bool:
        """Return whether a player's page says nothing of a kind."""
        return bool(await self._store.quiet([player], kind))
