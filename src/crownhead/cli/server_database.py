"""The database of a server, asked from its machine; the server may run."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from crownhead.cli.arguments import Refused
from crownhead.server.settings import DATABASE_FILE, database_url
from crownhead.server.storage.database import Database, sentence_of
from crownhead.server.storage.open_database import open_database

T = TypeVar("T")


def ask_database(folder: Path, question: Callable[[Database], Awaitable[T]]) -> T:
    """Return the answer of the database of a server's folder, or of DATABASE_URL.

    Raises `Refused` where there is none, or none that answers.
    """
    url = os.environ.get("DATABASE_URL", "")
    if not url and not (folder / DATABASE_FILE).is_file():
        raise Refused(f"{folder} holds no database of a server")
    return asyncio.run(_ask(database_url(folder, url), question))


async def _ask(url: str, question: Callable[[Database], Awaitable[T]]) -> T:
    from sqlalchemy.exc import SQLAlchemyError

    database = open_database(url)
    try:
        return await question(database)
    except (SQLAlchemyError, OSError) as error:
        raise Refused(f"The database cannot be asked: {sentence_of(error)}") from None
    finally:
        await database.close()
