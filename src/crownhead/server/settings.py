"""How one process of the server is set up: its folder, its database, its limits."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url

from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError
from crownhead.folders import make_private
from crownhead.server.sending.mail import MailServer

SECRET_FILE = "secret"
DATABASE_FILE = "crownhead.sqlite3"
SHORTEST_KEY = 32
_LABEL = re.compile("[a-z0-9-]{1,63}")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Hold what the operator decides.

    `database` is an SQLAlchemy URL. The first of the `keys` signs guests and seals seeds, the
    others are still believed: every process that shares a database needs the same. `origins` are
    further origins from which pages may connect; the server's own is always one. `hosts` are the
    names by which the server is known, besides addresses and this machine's own names. `threads`
    bounds how many engines think at once, `patience` the seconds for which the start waits for a
    database. `bases` are databases of games that everybody may ask: files, or URLs. With a
    `metrics_token` the metrics are told to whoever knows it, else to this machine. Games that
    nobody finished are deleted after `keep_days` without a move. `push_contact` is whom push
    services may ask about this server's messages; without one none are sent. `push_services` are
    such on the operator's own network, as `host:port`. With a `mail` server there is mail, whose
    links begin with the server's own `address`. The `most_` limits hold for one
    network or guest, `strict` False lifts them (a load test from one machine).
    """

    folder: Path
    database: str
    keys: tuple[bytes, ...] = field(repr=False)
    origins: frozenset[str] = frozenset()
    threads: int = 1
    patience: int = 60
    static: Path | None = None
    docs: Path | None = None
    strict: bool = True
    most_sockets: int = 200
    most_watched: int = 64
    most_games: int = 200
    most_kept: int = 20_000
    most_bytes: int = 50_000_000
    keep_days: int = 365
    hosts: frozenset[str] = frozenset()
    relying_party: str = ""
    metrics_token: str = field(default="", repr=False)
    bases: tuple[str, ...] = field(default=(), repr=False)
    address: str = ""
    push_contact: str = ""
    push_services: frozenset[str] = frozenset()
    mail: MailServer | None = None

    @property
    def shared(self) -> bool:
        """Return whether other processes can hear what this one stores (PostgreSQL)."""
        return make_url(self.database).get_backend_name() == "postgresql"

    @classmethod
    def of(
        cls,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        *,
        strict: bool = True,
        bases: Sequence[str] = (),
    ) -> Settings:
        """Return the settings of a data folder, which is made, and of the environment.

        `DATABASE_URL` (postgresql://...) replaces the SQLite file in the folder,
        `CROWNHEAD_SECRET` the key file, `CROWNHEAD_ORIGINS` lists more origins,
        `CROWNHEAD_RP_ID` is the domain for which passkeys are made,
        `CROWNHEAD_THREADS` is the number of engines that think at once, `CROWNHEAD_BASES` lists
        more databases of games than `bases`.

        Raises `CrownheadError` where one of them cannot be used.
        """
        given = os.environ if environment is None else environment
        make_private(folder)
        built = Path(__file__).with_name("static")
        docs = Path(__file__).with_name("docs")
        return cls(
            folder=folder,
            database=database_url(folder, given.get("DATABASE_URL", "")),
            keys=_keys(folder, given.get("CROWNHEAD_SECRET", "")),
            origins=frozenset(given.get("CROWNHEAD_ORIGINS", "").split()),
            threads=_number("CROWNHEAD_THREADS", given, _cores(), 1, 256),
            patience=_number("CROWNHEAD_PATIENCE", given, 60, 0, 3600),
            static=built if (built / "index.html").is_file() else None,
            docs=docs if (docs / "index.html").is_file() else None,
            strict=strict,
            keep_days=_number("CROWNHEAD_KEEP_DAYS", given, 365, 1, 100_000),
            hosts=frozenset(given.get("CROWNHEAD_HOSTS", "").lower().split()),
            relying_party=_domain(given.get("CROWNHEAD_RP_ID", "")),
            metrics_token=given.get("CROWNHEAD_METRICS_TOKEN", ""),
            bases=(*bases, *given.get("CROWNHEAD_BASES", "").split()),
            address=_address(given.get("CROWNHEAD_ADDRESS", "")),
            push_contact=contact_of(given.get("CROWNHEAD_PUSH", "")),
            push_services=frozenset(given.get("CROWNHEAD_PUSH_SERVICES", "").lower().split()),
            mail=mail_server(given),
        )


def database_url(folder: Path, url: str) -> str:
    """Return the URL that SQLAlchemy wants for `url`, by default for a file in `folder`.

    >>> database_url(Path("/srv"), "postgres://host/db")
    'postgresql+asyncpg://host/db'
    >>> database_url(Path("/srv"), "")
    'sqlite:////srv/crownhead.sqlite3'
    """
    if not url:
        return f"sqlite:///{folder.absolute() / DATABASE_FILE}"
    scheme, separator, rest = url.partition("://")
    if separator and scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        return f"postgresql+asyncpg://{rest}"
    if separator and scheme == "sqlite":
        return url
    raise CrownheadError("DATABASE_URL: expected postgresql://... or sqlite://...")


def find_keys(folder: Path, given: str) -> tuple[bytes, ...]:
    """Return the keys, newest first; none where no server has made any. Raises `CrownheadError`.

    `given` is what the environment says instead of the folder's file.
    """
    path = folder / SECRET_FILE
    return _keys(folder, given) if given or path.is_file() else ()


def _keys(folder: Path, given: str) -> tuple[bytes, ...]:
    """Return the keys, newest first: one a line or, in the environment, with spaces between."""
    if given:
        return _read_keys(given, "CROWNHEAD_SECRET")
    path = folder / SECRET_FILE
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_keys(path.read_text("ascii", "replace"), str(path))
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_hex(32).encode()
        file.write(key + b"\n")
    return (key,)


def _read_keys(text: str, where: str) -> tuple[bytes, ...]:
    # A key with spaces, as an earlier version took it, is one key.
    parts = text.split() if all(len(part) >= SHORTEST_KEY for part in text.split()) else [text]
    keys = tuple(part.strip().encode() for part in parts)
    if not keys or any(len(key) < SHORTEST_KEY for key in keys):
        raise CrownheadError(f"{where}: expected keys of at least {SHORTEST_KEY} characters")
    return keys


def _domain(text: str) -> str:
    """Return the domain for which passkeys are made; once they are, it cannot be changed."""
    domain = text.strip().lower()
    labels = domain.split(".")
    sound = len(domain) <= 253 and all(_LABEL.fullmatch(label) for label in labels)
    if domain and not (sound and (len(labels) > 1 or domain == "localhost")):
        raise CrownheadError("CROWNHEAD_RP_ID: expected a domain, as draughts.example")
    return domain


def _address(text: str) -> str:
    """Return the address under which people reach the server, without a slash at its end."""
    parts = urlsplit(text.strip())
    plain = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if text and not (parts.scheme in ("https", "http") and parts.hostname and plain):
        raise CrownheadError("CROWNHEAD_ADDRESS: expected an address, as https://draughts.example")
    return text.strip().rstrip("/")


def contact_of(text: str) -> str:
    """Return whom push services may ask: an address of mail, or of a page.

    Raises `CrownheadError` for anything else.
    """
    contact = text.strip()
    if contact and not (contact.isprintable() and contact.startswith(("mailto:", "https://"))):
        raise CrownheadError("CROWNHEAD_PUSH: expected mailto:ADDRESS or https://ADDRESS")
    return contact


def mail_server(given: Mapping[str, str]) -> MailServer | None:
    """Return the server by which mail is sent, None where the operator wants none.

    Raises `CrownheadError` where a variable of the environment cannot be used.
    """
    url = given.get("CROWNHEAD_MAIL", "").strip()
    if not url:
        return None
    if not given.get("CROWNHEAD_ADDRESS"):
        raise CrownheadError("CROWNHEAD_MAIL needs CROWNHEAD_ADDRESS, for the links in letters")
    return MailServer.of(url, given.get("CROWNHEAD_MAIL_FROM", ""))


def _cores() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _number(name: str, given: Mapping[str, str], usual: int, least: int, most: int) -> int:
    text = given.get(name, "")
    if not text:
        return usual
    number = parse_uint(text)
    if number is None or not least <= number <= most:
        raise CrownheadError(f"{name}: expected a number from {least} to {most}")
    return number
