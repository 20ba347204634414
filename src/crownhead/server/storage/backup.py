"""Copies of a data folder: made while it is served, and put back while it is not.

What guests have played is not copied as a database of games: it is made anew when they ask for it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from crownhead.errors import CrownheadError
from crownhead.folders import make_private
from crownhead.server.settings import DATABASE_FILE, SECRET_FILE, database_url
from crownhead.server.storage.collections import COLLECTIONS, ENDING, PLAYED
from crownhead.server.storage.instance_lock import lock_instance

_PAGES = 1_000
_ASIDE = (
    *(DATABASE_FILE, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-shm"),
    *(SECRET_FILE, COLLECTIONS, PLAYED),
)


def back_up(folder: Path, target: Path) -> Path:
    """Copy a data folder into `target`, a folder that is made: its database, its keys, and what
    guests have handed in.

    The server may go on: what it stores meanwhile is in the copy or not, but never in half.
    Raises `CrownheadError` where there is nothing to copy, or something in the way.
    """
    source = _sqlite(folder)
    if not source.is_file():
        raise CrownheadError(f"{source}: there is no database to back up")
    if target.exists() and any(target.iterdir()):
        raise CrownheadError(f"{target}: is not empty")
    make_private(target)
    copied = target / DATABASE_FILE
    copied.touch(mode=0o600)
    with closing(_open(source)) as old, closing(sqlite3.connect(copied)) as new:
        old.backup(new, pages=_PAGES)
    _check(copied)
    secret = folder / SECRET_FILE
    if secret.is_file():
        shutil.copy2(secret, target / SECRET_FILE)
        os.chmod(target / SECRET_FILE, 0o600)
    _copy(folder / COLLECTIONS, target / COLLECTIONS)
    return target


def restore(folder: Path, source: Path, *, replace: bool = False) -> None:
    """Put a copy that `back_up` made into a data folder, which nobody serves meanwhile.

    What is there is moved to `FILE.before` if `replace` allows it. Raises `CrownheadError` where a
    server runs on the folder, where it holds games and `replace` is False, and for a bad copy.
    """
    copied = source / DATABASE_FILE
    if not copied.is_file():
        raise CrownheadError(f"{source}: holds no backup")
    _check(copied)
    make_private(folder)
    place = _sqlite(folder)
    held = lock_instance(f"sqlite:///{place}")
    try:
        if place.exists() and not replace:
            raise CrownheadError(f"{place}: exists; --replace moves it aside")
        for name in _ASIDE:
            file = folder / name
            if file.exists():
                file.replace(file.with_name(f"{name}.before"))
        for name in (DATABASE_FILE, SECRET_FILE):
            if (source / name).is_file():
                shutil.copy2(source / name, folder / name)
                os.chmod(folder / name, 0o600)
        _copy(source / COLLECTIONS, folder / COLLECTIONS)
    finally:
        if held is not None:
            held.close()


def _copy(source: Path, target: Path) -> None:
    """Copy the databases of guests, files that never change; what goes away meanwhile is gone."""
    for file in source.glob(f"*/*{ENDING}"):
        place = target / file.parent.name / file.name
        make_private(place.parent)
        with contextlib.suppress(FileNotFoundError):
            shutil.copy2(file, place)
            os.chmod(place, 0o600)


def _sqlite(folder: Path) -> Path:
    url = make_url(database_url(folder, os.environ.get("DATABASE_URL", "")))
    if url.get_backend_name() != "sqlite" or not url.database:
        raise CrownheadError("PostgreSQL has its own tools: pg_dump and pg_restore")
    return Path(url.database)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def _check(path: Path) -> None:
    """Raise `CrownheadError` for a file that is not a sound database of games."""
    try:
        with closing(_open(path)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
            database.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.DatabaseError as error:
        raise CrownheadError(f"{path}: is no sound database: {error}") from None
    if verdict != "ok":
        raise CrownheadError(f"{path}: is no sound database: {verdict}")
