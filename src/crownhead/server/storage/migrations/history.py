"""The migrations one after the other, as `versions` has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from crownhead.errors import CrownheadError


def run_missing(connection: Connection, upto: str = "head") -> None:
    """Run what a database has not had yet: everything, on an empty one.

    Raises `CrownheadError` for a database of a schema that is not known here.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def missing(revision: Any, _context: object) -> Any:
        try:
            return script._upgrade_revs(upto, revision)
        except CommandError as error:
            [found] = revision
            raise CrownheadError(
                f"The database is of schema {found}, which this version of crownhead does not know"
            ) from error

    environment = EnvironmentContext(config, script, fn=missing, destination_rev=upto)
    with environment:
        environment.configure(connection=connection, render_as_batch=True)
        environment.run_migrations()
