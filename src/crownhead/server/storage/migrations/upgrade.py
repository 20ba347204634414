"""Bring a database to the present schema; several processes may try at once."""

from __future__ import annotations

import asyncio
import fcntl
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from crownhead.server.storage.database import Database

_LOCK = 0x63726F776E  # any number, the same for all


async def upgrade(database: Database, folder: Path) -> None:
    """Run the migrations that are missing, one process after the other."""
    if not database.sqlite:
        await database.write(_run_alone)
        return
    with (folder / "migration.lock").open("w") as lock:
        await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
        await database.write(_run)


def _run_alone(connection: Connection) -> None:
    # Held until the transaction ends; who comes later waits, and finds nothing missing.
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    _run(connection)


def _run(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def missing(revision: Any, _context: object) -> Any:
        return script._upgrade_revs("head", revision)

    environment = EnvironmentContext(config, script, fn=missing, destination_rev="head")
    with environment:
        environment.configure(connection=connection, render_as_batch=True)
        environment.run_migrations()
