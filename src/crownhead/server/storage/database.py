"""What a database is to the rest: `sqlite` and `postgres` are the two that there are.

A question or a change is a function of an SQLAlchemy connection. It may be run again, so it does
nothing but ask and change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

T = TypeVar("T")
Action = Callable[[Connection], T]

PATIENCE = 15.0
"""Seconds for which a command waits for a database that has gone away."""


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


def _is_shutdown(error: DBAPIError) -> bool:
    # PostgreSQL: class 57P is an operator's doing, 08 a lost connection, 53 no resources.
    state = str(getattr(error.orig, "sqlstate", "") or "")
    return state.startswith(("57P", "08", "53"))
