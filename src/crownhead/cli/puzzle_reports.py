"""What guests of a server have reported of puzzles, read from its database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from crownhead.cli.arguments import Refused
from crownhead.server.settings import DATABASE_FILE, database_url
from crownhead.server.storage.database import sentence_of
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.puzzle_reports import PuzzleReportCount, count_reports


def fetch_reports(folder: Path) -> Sequence[PuzzleReportCount]:
    """Return what is reported; the server of this folder may run. Raises `Refused`."""
    url = os.environ.get("DATABASE_URL", "")
    if not url and not (folder / DATABASE_FILE).is_file():
        raise Refused(f"{folder} holds no database of a server")
    return asyncio.run(_fetch(database_url(folder, url)))


async def _fetch(url: str) -> Sequence[PuzzleReportCount]:
    from sqlalchemy.exc import SQLAlchemyError

    database = open_database(url)
    try:
        return await count_reports(database)
    except (SQLAlchemyError, OSError) as error:
        raise Refused(f"The database cannot be asked: {sentence_of(error)}") from None
    finally:
        await database.close()
