"""The lobby: the open offers, made into one message that is told whenever it changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from crownhead.position import Position
from crownhead.server.clock import milliseconds
from crownhead.server.messages.frames import Lobby, Offer
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.bus import Bus, LobbyChanged
from crownhead.server.process.tables import Tables
from crownhead.server.room.entries import Aborted, Entry, Seated
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.room.terms import text_of
from crownhead.variants import VARIANTS

MOST_OFFERS = 100
PAUSE = 0.15
"""Seconds between a change and the message that tells it."""
LATELY = 10 * 60_000
"""Milliseconds without an event after which a game is not among those played now."""
_log = logging.getLogger("crownhead.server")


class Offers:
    """Keep the lobby's message, and tell it to those who are there."""

    def __init__(self, tables: Tables, broadcaster: Broadcaster, bus: Bus) -> None:
        self._tables = tables
        self._broadcaster = broadcaster
        self._bus = bus
        self._task: asyncio.Task[None] | None = None

    def listen(self, table: Table, entries: Sequence[Entry]) -> None:
        """Note that something has happened at a table."""
        changes = any(isinstance(entry.event, Seated | Aborted) for entry in entries)
        if table.terms.rival == "anybody" and changes:
            self.changed()
            self._bus.publish(LobbyChanged())

    def changed(self) -> None:
        """Send the lobby soon to those who are there."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(PAUSE)
        if not any(connection.in_lobby for connection in self._broadcaster.connections):
            return
        try:
            self._broadcaster.to_lobby(await self.now())
        except Exception:
            _log.exception("lobby not told")

    async def now(self) -> Lobby:
        """Return the lobby as it is."""
        offers = []
        for game in await self._tables.store.offers(MOST_OFFERS):
            try:
                async with self._tables.open(game) as table:
                    if table.phase == "waiting":
                        offers.append(offer(table))
            except Refusal:
                continue
        playing = await self._tables.store.count_running(milliseconds() - LATELY)
        return Lobby(tuple(offers), playing)

    async def close(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def offer(table: Table) -> Offer:
    """Return the offer that a table with a free seat is."""
    setup = table.terms.setup
    known = VARIANTS.get(setup.variant.key) == setup.variant
    return Offer(
        game=table.id,
        name=table.seats[0].name,
        variant=setup.variant.key,
        house=None if known else house(table),
        side=table.free_side,
        time=text_of(setup.time),
        huffing=setup.huffing,
        ballot=table.terms.deck,
        created=table.created,
        bot=table.seats[0].kind == "bot",
        mode=setup.time.mode if setup.time else "fischer",
        start=None if setup.start == Position.initial(setup.variant) else setup.start.fen(),
        refusal_duty=setup.refusal_duty,
        reset_on_progress=setup.reset_on_progress,
        draws=setup.draws,
        offers_after=setup.offers_after,
    )


def house(table: Table) -> dict[str, object]:
    """Return the record of a table's house rules, with their name."""
    name = table.terms.house
    return {**table.terms.variant.to_dict(), "names": {"de": name, "en": name}}
