"""An SQLite file is served by one process: a second one would not hear of what the first stores."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from crownhead.errors import CrownheadError
from crownhead.locking import try_lock


def lock_instance(database: str) -> IO[str] | None:
    """Return the lock on an SQLite file, held as long as it is open; None for other databases.

    Raises `CrownheadError` where another process has it.
    """
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    path = Path(url.database)
    # Whoever can open the file can lock it, too.
    place = path.with_name(path.name + ".lock_instance")
    held = os.fdopen(os.open(place, os.O_RDWR | os.O_CREAT, 0o600), "a")
    if not try_lock(held):
        held.close()
        raise CrownheadError(f"{path.parent}: another crownhead already serves this folder")
    return held
