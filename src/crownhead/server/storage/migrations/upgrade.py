"""Bring a database to the present schema; several processes may try at once.

A new database gets the tables as `schema` has them now, and a present one nothing: only one of an
older schema needs the migrations, and the library that runs them.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select, text

from crownhead.locking import lock
from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import metadata

PRESENT = "0016"
"""The latest of `versions`, which makes the tables as `schema` has them."""

_LOCK = 0x63726F776E  # any number, the same for all

# Where the migrations' library keeps what a database has had.
_version = Table(
    "alembic_version",
    MetaData(naming_convention={"pk": "%(table_name)s_pkc"}),
    Column("version_num", String(32), primary_key=True),
)


async def upgrade(database: Database, folder: Path) -> None:
    """Make the tables, or change those of an older schema, one process after the other."""
    if not database.sqlite:
        await database.write(_run_alone)
        return
    with (folder / "migration.lock").open("wb") as held:
        await asyncio.to_thread(lock, held)
        await database.write(_run)


def _run_alone(connection: Connection) -> None:
    # Held until the transaction ends; who comes later waits, and finds nothing missing.
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    _run(connection)


def _run(connection: Connection) -> None:
    if not inspect(connection).has_table(_version.name):
        _make(connection)
    elif connection.scalars(select(_version.c.version_num)).all() != [PRESENT]:
        from crownhead.server.storage.migrations.history import run_missing

        run_missing(connection)


def _make(connection: Connection) -> None:
    for tables in (metadata, _version.metadata):
        tables.create_all(connection, checkfirst=False)
    connection.execute(_version.insert().values(version_num=PRESENT))
