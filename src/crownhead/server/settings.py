"""How one process of the server is set up: its folder, its database, its limits."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.engine import make_url

from crownhead.errors import CrownheadError

SECRET_FILE = "secret"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Hold what the operator decides.

    `database` is an SQLAlchemy URL. `secret` signs guests: every process that shares a database
    needs the same. `origins` are further origins from which pages may connect; the server's own is
    always one. `threads` bounds how many engines think at once. The `most_` limits hold for one
    address, `strict` False lifts them (a load test from one machine).
    """

    folder: Path
    database: str
    secret: bytes = field(repr=False)
    origins: frozenset[str] = frozenset()
    threads: int = 1
    static: Path | None = None
    strict: bool = True
    most_sockets: int = 200
    most_watched: int = 64
    most_games: int = 200

    @property
    def shared(self) -> bool:
        """Return whether other processes can hear what this one stores (PostgreSQL)."""
        return make_url(self.database).get_backend_name() == "postgresql"

    @classmethod
    def of(
        cls, folder: Path, environment: Mapping[str, str] | None = None, *, strict: bool = True
    ) -> Settings:
        """Return the settings of a data folder, which is made, and of the environment.

        `DATABASE_URL` (postgresql://...) replaces the SQLite file in the folder,
        `CROWNHEAD_SECRET` the key file, `CROWNHEAD_ORIGINS` lists more origins,
        `CROWNHEAD_THREADS` is the number of engines that think at once.

        Raises `CrownheadError` where one of them cannot be used.
        """
        given = os.environ if environment is None else environment
        folder.mkdir(parents=True, exist_ok=True)
        built = Path(__file__).with_name("static")
        return cls(
            folder=folder,
            database=database_url(folder, given.get("DATABASE_URL", "")),
            secret=_secret(folder, given.get("CROWNHEAD_SECRET", "")),
            origins=frozenset(given.get("CROWNHEAD_ORIGINS", "").split()),
            threads=_threads(given.get("CROWNHEAD_THREADS", "")),
            static=built if (built / "index.html").is_file() else None,
            strict=strict,
        )


def database_url(folder: Path, url: str) -> str:
    """Return the URL that SQLAlchemy wants for `url`, by default for a file in `folder`.

    >>> database_url(Path("/srv"), "postgres://host/db")
    'postgresql+asyncpg://host/db'
    >>> database_url(Path("/srv"), "")
    'sqlite:////srv/crownhead.sqlite3'
    """
    if not url:
        return f"sqlite:///{folder.absolute() / 'crownhead.sqlite3'}"
    scheme, separator, rest = url.partition("://")
    if separator and scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        return f"postgresql+asyncpg://{rest}"
    if separator and scheme == "sqlite":
        return url
    raise CrownheadError("DATABASE_URL: expected postgresql://... or sqlite://...")


def _secret(folder: Path, given: str) -> bytes:
    if given:
        if len(given) < 32:
            raise CrownheadError("CROWNHEAD_SECRET: expected at least 32 characters")
        return given.encode()
    path = folder / SECRET_FILE
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = path.read_bytes().strip()
        if len(found) < 32:
            raise CrownheadError(f"{path}: holds no key; remove it to make a new one") from None
        return found
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_hex(32).encode()
        file.write(key + b"\n")
    return key


def _threads(given: str) -> int:
    if not given:
        return max(1, (os.cpu_count() or 2) - 1)
    if not given.isdigit() or not 1 <= int(given) <= 256:
        raise CrownheadError("CROWNHEAD_THREADS: expected a number from 1 to 256")
    return int(given)
