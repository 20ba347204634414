"""What a database is to the rest: `sqlite` and `postgres` are the two that there are.

A question or a change is a function of an SQLAlchemy connection. It may be run again, so it does
nothing but ask and change.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Select, Table, and_, insert, update
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from crownhead.server.room.refusals import Refusal

T = TypeVar("T")
Row = TypeVar("Row")
Action = Callable[[Connection], T]

PATIENCE = 15.0
"""Seconds for which a command waits for a database that has gone away."""


class Conflict(Exception):
    """Another process has written to a log first."""


class Database(Protocol):
    """Run questions and changes."""

    sqlite: bool

    async def read(self, action: Action[T]) -> T:
        """Ask something."""

    async def write(self, action: Action[T], *, alone: bool = False) -> T:
        """Change something, as one transaction; return once it is stored for good.

        `alone`: the action is one statement, which is a transaction of its own.
        """

    async def close(self) -> None:
        """Close all connections."""


def put(
    connection: Connection,
    table: Table,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    first: Mapping[str, Any] | None = None,
) -> None:
    """Change the row with this key, or make it, then with what it has at `first` beside.

    Raises `IntegrityError` where somebody else makes it meanwhile.
    """
    place = and_(*(table.c[name] == value for name, value in key.items()))
    if not connection.execute(update(table).where(place).values(**values)).rowcount:
        connection.execute(insert(table), {**key, **(first or {}), **values})


async def find_first(database: Database, kind: type[Row], wanted: Select[Any]) -> Row | None:
    """Return the first row of a question as a value, None where there is none."""

    def ask(connection: Connection) -> Row | None:
        row = connection.execute(wanted).first()
        return None if row is None else kind(**row._mapping)

    return await database.read(ask)


def row_of(value: object) -> dict[str, Any]:
    """Return what a value with slots has, by the names of the columns."""
    return {name: getattr(value, name) for name in type(value).__slots__}  # type: ignore[attr-defined]


def sentence_of(error: Exception) -> str:
    """Return what the database itself says of an error, in one line."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def is_away(error: Exception) -> bool:
    """Return whether the error means that the database cannot be reached now."""
    if isinstance(error, OSError | PoolTimeout | OperationalError | InterfaceError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or _is_shutdown(error)


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})
# The last two: what is wrong with the disk, or who may write to it.
_FULL_SQLITE = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY})
_FULL_POSTGRESQL = "53100"


def is_full(error: Exception) -> bool:
    """Return whether nothing can be stored before somebody makes room or mends the disk."""
    if isinstance(error, OSError):
        return error.errno in _FULL
    origin = getattr(error, "orig", None)
    code = getattr(origin, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _FULL_SQLITE  # the rest of the code tells where it happened
    return getattr(origin, "sqlstate", None) == _FULL_POSTGRESQL


def refusal_of(error: Exception) -> Refusal:
    """Return what is told to somebody whose message came to nothing by this error."""
    if is_full(error):
        detail = sentence_of(error)[:200]
        return Refusal("unavailable", text="cannot_store", wait=10_000, detail=detail)
    return Refusal("unavailable", wait=2_000)


def _is_shutdown(error: DBAPIError) -> bool:
    # PostgreSQL: class 57P is an operator's doing, 08 a lost connection, 53 no resources.
    state = str(getattr(error.orig, "sqlstate", "") or "")
    return state.startswith(("57P", "08", "53"))
