"""Databases of games that are offered to all, or a guest's own, asked in threads of their own.

A disk may be slow, and a position reached by a million games. So nothing here runs on the event
loop, nor where moves and games between people wait; each question has a bound, and each guest one
running at a time.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import PurePath
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from crownhead.errors import CrownheadError, TooComplex
from crownhead.extras import how_to_install
from crownhead.formats.pdn import dumps
from crownhead.position import Position
from crownhead.server.messages import bases as m
from crownhead.server.metrics import FAULTS
from crownhead.server.process.fairqueue import Crowded, FairQueue, Urgency
from crownhead.server.process.guest_databases import GuestDatabases
from crownhead.server.quota import charge, network_of
from crownhead.server.room.refusals import Refusal, to_refusal
from crownhead.server.room.table import TOO_MANY
from crownhead.server.room.terms import MOST_STATES, variant
from crownhead.server.storage.collections import OWN, PLAYED, Kept
from crownhead.server.storage.database import is_away, sentence_of
from crownhead.variants import VARIANTS, Variant

if TYPE_CHECKING:
    from crownhead.base import Base, Found, Query

T = TypeVar("T")

THREADS = 2
MOST = 8
"""Questions of one guest that may wait."""
PAGE = 25
"""Games of one answer."""
COUNTED = 60.0
"""Seconds for which the number of games of a database is taken to stay."""
LONGEST_NAME = 64
MOST_DESCRIBED = 1_000
"""Guests' databases whose cards are kept in mind."""
_log = logging.getLogger("crownhead.server")


@dataclass(slots=True)
class _Offered:
    """One database, and what is said of it in the list."""

    id: str
    name: str
    base: Base
    card: m.DatabaseSummary | None = None
    until: float = 0.0

    def describe(self) -> m.DatabaseSummary:
        """Return its card, counting its games from time to time."""
        if self.card is None or self.until < monotonic():
            self.card = _describe(self.id, self.name, self.base)
            self.until = monotonic() + COUNTED
        return self.card


class Bases:
    """Answer questions about the databases at `places`, which are opened for reading alone.

    Raises `CrownheadError` where one is no database of games, is another version's, or has the
    name of another.
    """

    def __init__(self, places: Sequence[str], guest_databases: GuestDatabases) -> None:
        self._offered: dict[str, _Offered] = {}
        self._databases = guest_databases
        self._described: OrderedDict[tuple[str, int], m.DatabaseSummary] = OrderedDict()
        self._queue = FairQueue(THREADS, "bases", spares=True, most=MOST)
        for place in places:
            if not self._databases.able:
                raise CrownheadError(f"Base: numpy is missing; {how_to_install('base')} brings it")
            from crownhead.base import Base

            name = name_of(place)
            id = re.sub("[^A-Za-z0-9]+", "-", name).strip("-").lower()[:LONGEST_NAME]
            if not id or id in self._offered or id == PLAYED or id.startswith(OWN):
                raise CrownheadError(f"Base {place}: another one is called {name!r}, too")
            self._offered[id] = _Offered(id, name, Base.reader(place))

    async def close(self) -> None:
        """Drop what waits, and close the databases."""
        await self._queue.close()
        for offered in self._offered.values():
            offered.base.close()

    async def cards(self, guest: str) -> tuple[m.DatabaseSummary, ...]:
        """Return what is said of each database: the guest's own, and those that all are offered."""
        if not self._databases.able:
            return ()
        await self._databases.wait_until_gathered(guest)

        def work() -> tuple[m.DatabaseSummary, ...]:
            offered = (each.describe() for each in self._offered.values())
            return (*self._own(guest), *offered)

        return await self._ask(guest, work)

    def _own(self, guest: str) -> Iterator[m.DatabaseSummary]:
        """Yield what is said of a guest's own databases; one that cannot be read has no games."""
        guest_databases = self._databases
        for kept in guest_databases.played.of(guest):
            yield structs.replace(self._card(kept), id=PLAYED, name="", whose="played")
        guest_databases.own.mark_used(guest)
        for kept in guest_databases.own.of(guest):
            yield structs.replace(self._card(kept), whose="own")

    def _card(self, kept: Kept) -> m.DatabaseSummary:
        """Return what is said of a file, which never changes."""
        place = (str(kept.path), kept.made)
        if place not in self._described:
            try:
                with _reader(kept) as base:
                    self._described[place] = _describe(kept.id, kept.name, base)
            except (Refusal, SQLAlchemyError):
                return m.DatabaseSummary(kept.id, kept.name, 0, (), False)
            if len(self._described) > MOST_DESCRIBED:
                self._described.popitem(last=False)
        return self._described[place]

    async def tree(self, guest: str, id: str, wish: m.PositionRequest) -> m.PlayedTree:
        """Return what was played in a position, and the first games that reach it."""

        def work(base: Base, position: Position) -> m.PlayedTree:
            query = None if wish.filter is None else _query(wish.filter)
            found = base.tree(position, query)
            moves = tuple(
                m.PlayedMove(
                    text=str(each.move),
                    hub=each.move.notation("hub"),
                    games=each.games,
                    white=each.white,
                    draws=each.draws,
                    black=each.black,
                    share=None if each.score is None else round(each.score, 4),
                    loss=None if each.loss is None else round(each.loss, 1),
                )
                for each in found.branches
            )
            return m.PlayedTree(found.games, moves, _page(base, position, wish.filter, 0))

        return await self._at(guest, id, wish, work)

    async def games(self, guest: str, id: str, wish: m.GamesRequest) -> m.GamesPage:
        """Return some of the games that reach a position."""
        return await self._at(
            guest, id, wish, lambda base, position: _page(base, position, wish.filter, wish.skip)
        )

    async def pdn(self, guest: str, id: str, number: int) -> str:
        """Return a game as PDN, with every tag and comment it was imported with."""

        def work() -> str:
            with self._open(guest, id) as base:
                return dumps(base.game(number))

        try:
            return await self._ask(guest, work)
        except CrownheadError:
            raise Refusal("unknown_game") from None

    @contextmanager
    def _open(self, guest: str, id: str) -> Iterator[Base]:
        """Give the database of an id, one that all are offered or the guest's own."""
        offered = self._offered.get(id)
        if offered is not None:
            yield offered.base
            return
        guest_databases = self._databases
        kept = guest_databases.own.one(guest, id) if guest_databases.able else None
        if id == PLAYED and guest_databases.able:
            kept = next(iter(guest_databases.played.of(guest)), None)
        if kept is None:
            raise Refusal("unknown_game", text="unknown_base")
        with _reader(kept) as base:
            yield base

    async def _at(
        self, guest: str, id: str, wish: m.PositionRequest, action: Callable[[Base, Position], T]
    ) -> T:
        """Return what an action finds for the position that is asked about.

        The guest is charged with the work that its moves are.
        """
        game: Variant | None = None

        def work() -> tuple[T, int]:
            nonlocal game
            with self._open(guest, id) as base:
                game = _of_base(base, variant(wish.variant)[0])
                position = Position.initial(game)
                if wish.position is not None:
                    position = Position.from_fen(wish.position, game)
                states = position.complexity(False, budget=MOST_STATES)
                return action(base, position), states

        if id == PLAYED:
            await self._databases.wait_until_gathered(guest)
        try:
            found, states = await self._ask(guest, work)
        except CrownheadError as error:
            if isinstance(error, TooComplex):
                charge(TOO_MANY)
            if game is None:
                raise Refusal("not_allowed", error) from None
            raise to_refusal(error, game) from None
        charge(states)
        return found

    async def _ask(self, guest: str, action: Callable[[], T]) -> T:
        """Return what the action returns on a thread. Raises what it raises, and `Refusal`."""
        try:
            network = network_of(guest)
            return await self._queue.run(Urgency.ANALYSIS, guest, action, network=network)
        except Crowded:
            raise Refusal("too_fast", wait=1000, crowded=True) from None
        except CrownheadError:
            raise
        except (SQLAlchemyError, zlib.error, ValueError) as error:
            if is_away(error):
                _log.warning("a database of games is away", extra={"error": sentence_of(error)})
            else:
                FAULTS.inc()
                _log.error("a database of games cannot be read", exc_info=error)
            raise Refusal("unavailable", text="base_unreadable", wait=10_000) from None


def name_of(place: str) -> str:
    """Return how a database is called: its file without the ending, or its name at a server.

    >>> name_of("/srv/world titles.base"), name_of("postgresql://anna:key@host/titles")
    ('world titles', 'titles')
    """
    if "://" in place:
        try:
            return make_url(place).database or ""
        except SQLAlchemyError as error:
            raise CrownheadError("Base: expected a file or postgresql://...") from error
    return PurePath(place).stem[:LONGEST_NAME]


@contextmanager
def _reader(kept: Kept) -> Iterator[Base]:
    """Open a guest's own database. Raises `Refusal` where it cannot be read any more."""
    from crownhead.base import Base

    try:
        base = Base.reader(kept.path, finished=True)
    except CrownheadError:
        raise Refusal("unavailable", text="base_unreadable") from None
    with base:
        yield base


def _describe(id: str, name: str, base: Base) -> m.DatabaseSummary:
    known = base.variants
    keys = tuple(game.key for game in known if VARIANTS.get(game.key) == game)
    return m.DatabaseSummary(id, name, len(base), keys, len(keys) < len(known))


def _of_base(base: Base, game: Variant) -> Variant:
    """Return a game as the database knows it: house rules are the same by any name."""
    if VARIANTS.get(game.key) == game:
        return game
    alike = (
        each for each in base.variants if (each.rules, each.notation) == (game.rules, game.notation)
    )
    return next(alike, game)


def _query(filter: m.GameFilter) -> Query:
    from crownhead.base import Query

    return Query(
        player=filter.player,
        white=filter.white,
        black=filter.black,
        result=filter.result,
        since=_year(filter.since),
        until=_year(filter.until),
    )


def _year(year: int | None) -> str | None:
    return None if year is None else f"{year:04}"


def _page(base: Base, position: Position, filter: m.GameFilter | None, skip: int) -> m.GamesPage:
    query = replace(_query(filter or m.GameFilter()), position=position)
    found = base.find(query, limit=PAGE + 1, skip=skip)
    more = len(found) > PAGE and skip + PAGE <= m.MOST_SKIPPED
    return m.GamesPage(tuple(map(_show, found[:PAGE])), more)


def _show(found: Found) -> m.BaseGame:
    return m.BaseGame(
        id=found.id,
        white=found.white,
        black=found.black,
        event=found.event,
        date=found.date,
        result=found.result,  # type: ignore[arg-type]
        plies=found.plies,
        ply=found.ply,
    )
