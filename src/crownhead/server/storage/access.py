"""The database as its stores ask it: whether it is there, and why it could not be changed."""

from __future__ import annotations

import asyncio
import logging
from contextvars import Context
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Row, func, select
from sqlalchemy.exc import IntegrityError

from crownhead.server.metrics import NOT_STORED
from crownhead.server.storage.database import Action, Database, sentence_of

T = TypeVar("T")

ONCE_A_MINUTE = 60.0
WELL = 1.0
"""Seconds for which a database that has answered is taken to be there."""
_log = logging.getLogger("crownhead.server")


class Access:
    """Ask the database and change it; `trouble` says why the last change failed, if it did."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.trouble = ""
        self._told = -ONCE_A_MINUTE
        self._checking: asyncio.Task[None] | None = None
        self._well_until = float("-inf")

    async def rows(self, wanted: Any, values: dict[str, Any] | None = None) -> list[Row[Any]]:
        """Return the rows of a question."""
        return await self.database.read(lambda c: list(c.execute(wanted, values or {})))

    async def one(self, wanted: Any) -> Any:
        """Return the first value of the first row, None where there is none."""
        return await self.database.read(lambda connection: connection.execute(wanted).scalar())

    async def write(self, change: Action[T], *, alone: bool = False) -> T:
        """Change the database; where that fails, `trouble` and the log say why."""
        try:
            changed = await self.database.write(change, alone=alone)
        except IntegrityError:
            raise
        except Exception as error:
            NOT_STORED.inc()
            self.trouble = sentence_of(error)[:200]
            if monotonic() - self._told >= ONCE_A_MINUTE:
                self._told = monotonic()
                _log.error("cannot store", extra={"error": self.trouble})
            raise
        self.trouble = ""
        return changed

    async def now(self) -> int | None:
        """Return the time of the database, None where it has no clock of its own."""
        if self.database.sqlite:
            return None
        seconds = func.extract("epoch", func.clock_timestamp())
        return int(await self.one(select(seconds * 1000)))

    async def check(self) -> None:
        """Raise what the database raises where it cannot be used."""
        await self.one(select(1))

    async def check_lately(self) -> None:
        """Raise what `check` raises; however many ask, the database is asked once a second."""
        if monotonic() < self._well_until:
            return
        if self._checking is None:
            self._checking = asyncio.create_task(self.check(), context=Context())
        checking = self._checking
        try:
            await asyncio.shield(checking)
            self._well_until = monotonic() + WELL
        finally:
            if checking.done() and self._checking is checking:
                self._checking = None
