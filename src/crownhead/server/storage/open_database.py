"""Which database an address means."""

from __future__ import annotations

from sqlalchemy.engine import make_url

from crownhead.server.storage.database import Database
from crownhead.server.storage.sqlite import Sqlite


def open_database(url: str) -> Database:
    """Return the database of an SQLAlchemy URL; nothing is opened yet."""
    if make_url(url).get_backend_name() == "sqlite":
        return Sqlite(url)
    from crownhead.server.storage.postgres import Postgres  # loads much that SQLite does without

    return Postgres(url)
