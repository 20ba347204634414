"""The migrations one after the other, as `versions` has them."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection

from crownhead.errors import CrownheadError


def run_missing(connection: Connection, upto: str = "head") -> None:
    """Run what a database has not had yet: everything, on an empty one.

    Raises `CrownheadError` for a database of a schema that is not known here.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        command.upgrade(config, upto)
    except CommandError as error:
        found = ", ".join(MigrationContext.configure(connection).get_current_heads())
        raise CrownheadError(
            f"The database is of schema {found}, which this version of crownhead does not know"
        ) from error
