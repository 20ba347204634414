"""Seasons in the database: found by everybody, changed by their organisers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.server.storage.database import Conflict, Database
from crownhead.server.storage.schema import seasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season as it is stored; `revision` grows with each change."""

    id: str
    organiser: str
    organiser_name: str
    revision: int
    created: int
    changed: int
    settings: Mapping[str, Any]


_ROW = [seasons.c[name] for name in Season.__slots__]


class SeasonStore:
    """Ask the database about seasons, and change them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, season: Season, origin: str | None) -> None:
        """Store a new season. Raises `Conflict` where the request has made one already."""
        values = {name: getattr(season, name) for name in Season.__slots__}
        row = values | {"settings": dict(season.settings), "origin": origin}
        try:
            await self._database.write(lambda c: c.execute(insert(seasons), row))
        except IntegrityError:
            raise Conflict from None

    async def find_by_origin(self, origin: str) -> Season | None:
        """Return the season that a request has made, or None."""
        return await self._first(select(*_ROW).where(seasons.c.origin == origin))

    async def find(self, id: str) -> Season | None:
        """Return a season, or None."""
        return await self._first(select(*_ROW).where(seasons.c.id == id))

    async def _first(self, wanted: Any) -> Season | None:
        row = await self._database.read(lambda c: c.execute(wanted).first())
        return None if row is None else Season(**row._mapping)

    async def count_of(self, organiser: str) -> int:
        """Return how many seasons an organiser has."""
        wanted = select(func.count()).where(seasons.c.organiser == organiser)
        return await self._database.read(lambda c: int(c.execute(wanted).scalar_one()))

    async def page(
        self, organiser: str | None, before: tuple[int, str] | None, most: int
    ) -> list[Season]:
        """Return seasons of an organiser, or (None) of everybody, the one changed last first."""
        wanted = select(*_ROW)
        if organiser is not None:
            wanted = wanted.where(seasons.c.organiser == organiser)
        if before is not None:
            at, id = before
            same = and_(seasons.c.changed == at, seasons.c.id < id)
            wanted = wanted.where(or_(seasons.c.changed < at, same))
        wanted = wanted.order_by(seasons.c.changed.desc(), seasons.c.id.desc()).limit(most)
        return await self._database.read(
            lambda c: [Season(**row._mapping) for row in c.execute(wanted)]
        )

    async def change(self, id: str, revision: int, settings: Mapping[str, Any], now: int) -> bool:
        """Change a season as it was at a revision; return False where it has gone on since."""
        as_it_was = and_(seasons.c.id == id, seasons.c.revision == revision)
        values = {"settings": dict(settings), "changed": now, "revision": revision + 1}

        def write(connection: Connection) -> bool:
            return connection.execute(update(seasons).where(as_it_was).values(values)).rowcount > 0

        return await self._database.write(write)

    async def delete(self, id: str) -> None:
        """Delete a season; its events stay."""
        gone = delete(seasons).where(seasons.c.id == id)
        await self._database.write(lambda c: c.execute(gone))

    async def replace_organiser(self, player: str, other: str) -> None:
        """Put another id in the place of an organiser, whose name is forgotten."""
        values = {"organiser": other, "organiser_name": "–"}
        mine = update(seasons).where(seasons.c.organiser == player).values(values)
        await self._database.write(lambda c: c.execute(mine))
