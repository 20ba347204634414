"""The lobby: the open offers, told whole to whoever enters, and then as differences.

All who are in the lobby hold the same list, `_shown`. Whoever enters gets it in frames of a bounded
size, and from then on what comes and goes. An offer never changes, so it is made once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextvars import Context
from itertools import islice
from time import monotonic

from crownhead.position import Position
from crownhead.server.clock import milliseconds
from crownhead.server.limits import Occupancy
from crownhead.server.messages.entries import Aborted, Seated
from crownhead.server.messages.frames import Lobby, LobbyNews, Offer
from crownhead.server.process.broadcaster import Broadcaster, encode
from crownhead.server.process.bus import Bus, LobbyChanged
from crownhead.server.process.connection import Connection
from crownhead.server.process.tables import Tables
from crownhead.server.quota import Payer, payer
from crownhead.server.room.deadlines import offer_lasts
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.room.terms import text_of
from crownhead.server.storage.database import is_away
from crownhead.variants import VARIANTS

MOST_OFFERS = 400
OF_GUEST, OF_NETWORK = 5, 20
"""Open offers of one guest, and of the guests of one network."""
PAGE = 32_000
"""Bytes of offers in one frame."""
PAUSE = 0.15
"""Seconds between a change and the message that tells it."""
KEPT = 5.0
"""Seconds for which the list is taken to be right where nobody has said that it changed."""
STALE = float("-inf")
LATELY = 10 * 60_000
"""Milliseconds without an event after which a game is not among those played now."""
_log = logging.getLogger("crownhead.server")


class Offers:
    """Keep the list of open offers, and tell it to those who are in the lobby."""

    def __init__(
        self, tables: Tables, broadcaster: Broadcaster, bus: Bus, *, strict: bool = True
    ) -> None:
        self._tables = tables
        self._broadcaster = broadcaster
        self._bus = bus
        self._strict = strict
        self._shown: dict[str, Offer] = {}
        self._frames: tuple[str, ...] = ()
        self._games = 0
        self._looked = STALE
        self._looking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._places = Occupancy(guest=OF_GUEST, network=OF_NETWORK)
        self._made: dict[str, tuple[Payer, float]] = {}

    # How many

    def check(self) -> None:
        """Raise `Refusal` where who asks has as many open offers as he may, or his network has."""
        self._forget()
        asker = payer()
        if self._strict and asker is not None and not self._places.has_place(*asker):
            raise Refusal("not_allowed", text="too_many_offers")

    def _count(self, table: Table) -> None:
        """Count an offer of whoever has made it here, from when it is made until it is none."""
        asker = payer()
        if table.phase != "waiting":
            made = self._made.pop(table.id, None)
            if made is not None:
                self._places.leave(*made[0])
        elif asker is not None and table.id not in self._made and table.host == asker.guest:
            self._places.take(*asker)
            self._made[table.id] = asker, monotonic() + offer_lasts(table.terms) / 1000

    def _forget(self) -> None:
        """Count no more what must have lapsed, though nobody here has heard of it."""
        now = monotonic()
        for game, (asker, until) in list(self._made.items()):
            if until <= now:
                del self._made[game]
                self._places.leave(*asker)

    # What changes

    def listen(self, table: Table, entries: Sequence[Entry]) -> None:
        """Note that something has happened at a table."""
        changes = any(isinstance(entry.event, Seated | Aborted) for entry in entries)
        if table.terms.rival == "anybody" and changes:
            self._count(table)
            self.send_changes_soon()
            self._bus.publish(LobbyChanged())

    def send_changes_soon(self) -> None:
        """Send those who are there what has changed, soon."""
        self._looked = STALE
        if self._task is None or self._task.done():
            # Not on behalf of whoever has changed something: it is read for all.
            self._task = asyncio.create_task(self._tell(), context=Context())

    async def _tell(self) -> None:
        while self._looked == STALE:
            await asyncio.sleep(PAUSE)
            if not any(connection.in_lobby for connection in self._broadcaster.connections):
                return
            try:
                await self._look()
            except Exception as error:
                if not is_away(error):
                    _log.exception("lobby not told")
                await asyncio.sleep(KEPT)

    async def _look(self) -> None:
        """Bring the list up to date, and tell what has come and gone to those who hold it."""
        async with self._looking:
            if monotonic() < self._looked + KEPT:
                return
            self._looked = monotonic()  # what changes from here on is told the next time
            try:
                await self._read()
            except BaseException:
                # Whoever asked has gone, or the database: the others still wait.
                self.send_changes_soon()
                raise

    async def _read(self) -> None:
        store = self._tables.store
        now = dict.fromkeys(await store.offers(MOST_OFFERS))
        games = await store.count_running(milliseconds() - LATELY)
        found: dict[str, Offer] = {}
        for game in now:
            made = self._shown.get(game) or await self._read_offer(game)
            if made is not None:
                found[game] = made
        gone = tuple(game for game in self._shown if game not in found)
        added = tuple(made for game, made in found.items() if game not in self._shown)
        different = gone or added or games != self._games
        self._shown, self._games = found, games
        if different:
            self._frames = ()
            parts = list(_parts(added)) or [()]
            for number, part in enumerate(parts):
                left = gone if number == 0 else ()
                self._broadcaster.to_lobby(LobbyNews(part, left, games))

    async def _read_offer(self, game: str) -> Offer | None:
        """Return what a game with a free seat offers, None where it is none any more."""
        try:
            async with self._tables.open(game) as table:
                return offer(table) if table.phase == "waiting" else None
        except Refusal:
            return None

    # What is asked

    async def enter(self, connection: Connection) -> None:
        """Send somebody the whole list, and from now on what comes and goes."""
        await self._look()
        connection.in_lobby = True
        if not self._frames:
            first, *others = list(_parts(tuple(self._shown.values()))) or [()]
            self._frames = (
                encode(Lobby(first, self._games, bool(others))),
                *(encode(LobbyNews(part, (), self._games)) for part in others),
            )
        for frame in self._frames:
            connection.post(frame)

    async def page(self, skip: int) -> Lobby:
        """Return the lobby after its first offers, as much as fits in one answer."""
        await self._look()
        left = tuple(islice(self._shown.values(), skip, None))
        part = next(_parts(left), ())
        return Lobby(part, self._games, len(part) < len(left))

    async def close(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _parts(offers: Sequence[Offer]) -> Iterator[tuple[Offer, ...]]:
    """Yield offers in their order, so many together as make one frame, at least one."""
    part: list[Offer] = []
    size = 0
    for made in offers:
        bytes_of = len(encode(LobbyNews((made,), (), 0)))
        if part and size + bytes_of > PAGE:
            yield tuple(part)
            part, size = [], 0
        part.append(made)
        size += bytes_of
    if part:
        yield tuple(part)


def offer(table: Table) -> Offer:
    """Return a table with a free seat as an offer."""
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
        rated=table.terms.rated,
        rating=table.seats[0].rating,
    )


def house(table: Table) -> dict[str, object]:
    """Return the record of a table's house rules, with their name."""
    name = table.terms.house
    return {**table.terms.variant.to_dict(), "names": {"de": name, "en": name}}
