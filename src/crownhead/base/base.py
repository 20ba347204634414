"""A database of games: one file, or a PostgreSQL database by its URL."""

from __future__ import annotations

import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Engine, create_engine, event, func, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from crownhead.base import duplicates, find, index, losses, migration, persons, storing, tree
from crownhead.base.duplicates import PLIES, Duplicate
from crownhead.base.find import Found, Query
from crownhead.base.identity import salt, variant_of
from crownhead.base.importing import BATCH, Importer, Progress, Report
from crownhead.base.persons import Alike, Player
from crownhead.base.schema import (
    FORMAT,
    READABLE,
    facts,
    games,
    metadata,
    names,
    since,
    sources,
    texts,
    variants,
)
from crownhead.base.tree import Tree
from crownhead.errors import CrownheadError, MissingPackage
from crownhead.formats.pdn import PdnGame
from crownhead.position import Position
from crownhead.variants import Variant

_HASHING = "hashing"
_REFUSED = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
)
_CACHE = "PRAGMA cache_size=-65536"
"""What a connection keeps of a file in memory: 64 MiB."""


class Base:
    """Keep games, find them by what happened in them, and count what was played.

    `place` is a file, which is made where there is none, or the URL of a PostgreSQL database
    (`postgresql://...`), which psycopg speaks to. Raises `CrownheadError` where it is no such
    database, `MissingPackage` without psycopg. Close it, or use it in a `with` statement: whatever
    is asked of it afterwards raises `CrownheadError`.
    """

    _format: int
    _closed = False

    def __init__(self, place: str | os.PathLike[str]) -> None:
        text = os.fspath(place)
        self._opened = _postgresql(text) if "://" in text else _sqlite(text)
        self._open(_hide_key(text))

    @classmethod
    def memory(cls) -> Self:
        """Return an empty database that lives as long as the object."""
        base = cls.__new__(cls)
        options: dict[str, Any] = {"check_same_thread": False}
        base._opened = create_engine("sqlite://", connect_args=options, poolclass=StaticPool)
        base._open("memory")
        return base

    @classmethod
    def reader(cls, place: str | os.PathLike[str], *, finished: bool = False) -> Self:
        """Open a database that is there, for reading alone: nothing is made and nothing changed.

        Any number of threads may ask it, and games may be imported into it meanwhile; into a file
        that is `finished` nobody does, and no lock is taken. Raises `CrownheadError` where there
        is none.
        """
        base, text = cls.__new__(cls), os.fspath(place)
        base._opened, said = _reading(text, finished), _hide_key(text)
        try:
            with base._engine.connect() as connection:
                base._check(said, migration.facts_of(connection))
                for table in metadata.sorted_tables:
                    columns = [each for each in table.c if base._format >= since(each)]
                    connection.execute(select(*columns).limit(0))
        except SQLAlchemyError as error:
            base._engine.dispose()
            raise _none(said, error) from error
        return base

    @property
    def _engine(self) -> Engine:
        """Return what connects to the database, which would open it anew where it is closed."""
        self._refuse_closed()
        return self._opened

    def _refuse_closed(self) -> None:
        if self._closed:
            raise CrownheadError("Base: it is closed", "base_closed")

    def _open(self, place: str) -> None:
        try:
            with self._engine.connect() as connection:
                there = inspect(connection).has_table(facts.name)
                known = migration.facts_of(connection) if there else {}
            if known:
                self._check(place, known)
                if self._format < FORMAT:
                    migration.migrate(self._engine)
            metadata.create_all(self._engine)
            with self._engine.begin() as connection:
                known = migration.facts_of(connection)
                if not known:
                    written = {"format": str(FORMAT), _HASHING: _hashing()}
                    rows = [{"name": name, "value": value} for name, value in written.items()]
                    connection.execute(insert(facts), rows)
        except SQLAlchemyError as error:
            self._engine.dispose()
            raise _none(place, error) from error
        self._format = FORMAT

    def _check(self, place: str, known: dict[str, str]) -> None:
        """Raise `CrownheadError` where another version has made the database."""
        text = known.get("format", "")
        self._format = int(text) if text.isdecimal() else 0
        if not READABLE <= self._format <= FORMAT or known.get(_HASHING) != _hashing():
            self._engine.dispose()
            raise CrownheadError(
                f"Base {place}: made by another version; import the games anew",
                "base_version",
                path=place,
            )

    def close(self) -> None:
        """Close the database."""
        self._closed = True
        self._opened.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Return the number of games."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(games)) or 0

    @property
    def variants(self) -> tuple[Variant, ...]:
        """Return the games that are played in it, in the order in which they came."""
        with self._engine.connect() as connection:
            known = connection.scalars(select(variants.c.identity).order_by(variants.c.id))
            return tuple(map(variant_of, known))

    def add_files(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        encoding: str | None = None,
        variant: str | Variant | None = None,
        progress: Progress | None = None,
        batch: int = BATCH,
    ) -> Report:
        """Import PDN files of any size, and return what was done.

        Games that are there already are not added again. `variant` says which game it is where the
        tags do not. `batch` games are stored together, and `progress` is told after each; an import
        that was killed goes on behind its last batch. Raises `OSError` and `PdnError` where a file
        cannot be read at all.
        """
        importer = Importer(self._engine, progress, batch, variant)
        for path in paths:
            importer.file(Path(path), encoding)
        return importer.report

    def add(
        self,
        texts: Iterable[str] | Mapping[str, str],
        *,
        variant: str | Variant | None = None,
    ) -> Report:
        """Import games from texts of PDN, and return what was done.

        Texts may have names, as files do: of those in `sources` nothing is imported again. Raises
        `CrownheadError` for a single text in place of a list.

        >>> with Base.memory() as base:
        ...     added = [base.add({"club": "1. 32-28 19-23 *"}).added for _ in range(2)]
        ...     (added, sorted(base.sources))
        ([1, 0], ['club'])
        """
        importer = Importer(self._engine, variant=variant)
        if isinstance(texts, str):
            raise CrownheadError("Base.add takes a list of texts, not a text: write [text]")
        if isinstance(texts, Mapping):
            importer.import_named(texts)
        else:
            importer.import_texts(texts)
        return importer.report

    def duplicates(self, plies: int = PLIES) -> list[Duplicate]:
        """Return pairs of games with so many equal plies that may be one, the surest first.

        >>> with Base.memory() as base:
        ...     moves = "1. 11-15 24-20 2. 8-11 1-0"
        ...     added = base.add([f'[White "{name}"] {moves}' for name in ("W Fraser", "Fraser")])
        ...     base.duplicates(3)[0].why
        ('all 3 plies are equal', 'white: W Fraser / Fraser')
        """
        with self._engine.connect() as connection:
            return duplicates.find(connection, plies)

    def remove_duplicates(self, numbers: Iterable[int], plies: int = PLIES) -> list[str]:
        """Remove games, all or none, and return them as PDN.

        Raises `CrownheadError` where one has no duplicate, with so many equal plies, that stays.
        """
        with self._engine.begin() as connection:
            return duplicates.remove(connection, numbers, plies)

    def merge_duplicate(self, number: int, other: int, plies: int = PLIES) -> list[str]:
        """Write what another game says into the one of a number, and remove the other.

        Returns what contradicts and so is not there any more. Raises `CrownheadError` where they
        have not so many equal plies, or the one that is to stay has errors.
        """
        with self._engine.begin() as connection:
            return duplicates.merge(connection, number, other, plies)

    @property
    def players(self) -> list[Player]:
        """Return the players, by name."""
        with self._engine.connect() as connection:
            return persons.players(connection)

    def alike_players(self) -> list[Alike]:
        """Return the pairs of players who may be one, the likeliest first."""
        return list(persons.alike(self.players))

    def merge_players(self, name: str, others: Iterable[str]) -> int:
        """List and find the games of others under a name; return how many games these are.

        What stands in the games stays as it is, and games that are imported later are told so,
        too. Raises `CrownheadError` where a name is not a player's, in so many letters.

        >>> with Base.memory() as base:
        ...     added = base.add(['[White "WR Fraser"] 1. 11-15 *', '[White "Fraser"] 1. 9-14 *'])
        ...     count = base.merge_players("WR Fraser", ["Fraser"])
        ...     [found.white for found in base.find(Query(player="fraser"))]
        ['WR Fraser', 'WR Fraser']
        """
        with self._engine.begin() as connection:
            return persons.merge(connection, name, others)

    def split_player(self, name: str) -> list[str]:
        """Undo what was merged with a name; return the names that stand on their own again."""
        with self._engine.begin() as connection:
            return persons.split(connection, name)

    @property
    def sources(self) -> frozenset[str]:
        """Return the names of the files, and of the named texts, that were imported."""
        with self._engine.connect() as connection:
            return frozenset(connection.scalars(select(sources.c.name)))

    def texts(self) -> Iterator[bytes]:
        """Yield all games as they stood in their files, some hundred together, in their order."""
        with self._engine.connect() as connection:
            numbers = list(connection.scalars(select(texts.c.id).order_by(texts.c.id)))
        for number in numbers:
            wanted = select(texts.c.packed).where(texts.c.id == number)
            with self._engine.connect() as connection:
                packed = connection.scalars(wanted).one()
            yield zlib.decompress(packed)

    def find(self, query: Query, *, limit: int | None = 100, skip: int = 0) -> list[Found]:
        """Return the games a query asks for, in the order of their import, 100 at most.

        Where names are asked for, those that fit as a whole come first, parts of words last. With
        another `limit` there may be so many, with None there are all; `skip` leaves the first out.

        >>> with Base.memory() as base:
        ...     report = base.add(['[White "Anna"] 1. 32-28 19-23 2. 28x19 14x23 1-1'])
        ...     [(found.white, found.ply) for found in base.find(Query(player="anna"))]
        [('Anna', 0)]
        """
        with self._engine.connect() as connection:
            found = find.find(connection, query, self._trails, merged=self._merged)
            return list(islice(found, skip, None if limit is None else skip + limit))

    def tree(self, position: Position, query: Query | None = None) -> Tree:
        """Return what was played in a position, however it was reached.

        With a query it counts the games that fit it, and does not know what their moves cost.
        Raises `CrownheadError` where the query asks for a position, an opening, material or a
        pattern.

        >>> with Base.memory() as base:
        ...     added = base.add(['[Date "1998"] 1. 11-15 *', '[Date "2001"] 1. 9-14 *'])
        ...     tree = base.tree(Position.initial("english"), Query(since="2000"))
        ...     [(str(branch.move), branch.games) for branch in tree.branches]
        [('9-14', 1)]
        """
        with self._engine.connect() as connection:
            key = position.key ^ salt(position.variant)
            if query is None:
                counted, lost = index.count(connection, key), losses.of_position(connection, key)
            else:
                within = find.numbers(connection, query, merged=self._merged)
                counted, lost = index.count_within(connection, key, within), {}
            return tree.tree(position, counted, lost)

    def game(self, number: int) -> PdnGame:
        """Return a game with every tag and comment of its file.

        Raises `CrownheadError` where there is no game of this number.
        """
        found = self._load([number])
        if number not in found:
            raise CrownheadError(f"Base: there is no game {number}", "base_game", number=number)
        return found[number].game

    def export_parquet(
        self,
        path: str | os.PathLike[str],
        query: Query | None = None,
        *,
        progress: Callable[[int], None] | None = None,
    ) -> int:
        """Write the games, or those that a query asks for, as Parquet; return how many there are.

        What the columns hold says `crownhead.base.parquet`. `progress` is told how many are
        written. Raises `MissingPackage` without pyarrow, `OSError`, and `CrownheadError` where the
        query asks for a position, an opening, material or a pattern.

        >>> from tempfile import TemporaryDirectory
        >>> import pyarrow.parquet
        >>> with TemporaryDirectory() as folder, Base.memory() as base:
        ...     added = base.add(['[White "Anna"] [GameType "21"] 1. 11-15 24-20 1-0'])
        ...     count = base.export_parquet(Path(folder) / "games.parquet")
        ...     table = pyarrow.parquet.read_table(Path(folder) / "games.parquet")
        ...     table.select(["white", "result", "moves", "actions"]).to_pylist()
        [{'white': 'Anna', 'result': 'white', 'moves': ['11-15', '24-20'], 'actions': [334, 755]}]
        """
        from crownhead.base import parquet

        with self._engine.connect() as connection:
            wanted = find.numbers(connection, query or Query(), merged=self._merged)
            return parquet.export(connection, wanted.tolist(), Path(path), progress)

    def games(self) -> Iterator[PdnGame]:
        """Yield every game, in the order of import."""
        with self._engine.connect() as connection:
            numbers = list(connection.scalars(select(games.c.id).order_by(games.c.id)))
        for part in storing.portions(numbers):
            for stored in self._load(part).values():
                self._refuse_closed()
                yield stored.game

    @property
    def _merged(self) -> bool:
        """Return whether the database is new enough to know names that were merged."""
        return self._format >= since(names.c.person)

    def _load(self, numbers: Sequence[int]) -> dict[int, storing.Stored]:
        with self._engine.connect() as connection:
            return storing.load(connection, numbers)

    def _trails(self, numbers: Sequence[int]) -> dict[int, bytes]:
        bodies = {number: stored.game._body for number, stored in self._load(numbers).items()}
        return {number: b"" if body is None else body.trail for number, body in bodies.items()}


def _hashing() -> str:
    """Return by what a database knows whether its positions were hashed as they are now."""
    return str(Position.initial("international").key)


def _reading(place: str, finished: bool) -> Engine:
    """Return an engine that reads alone; raises `CrownheadError` where there is no such file."""
    if "://" in place:
        return _postgresql(place).execution_options(postgresql_readonly=True)
    path = Path(place).absolute()
    if not path.is_file():
        raise CrownheadError(f"Base {place}: there is no such file", "base_missing", path=place)
    # A reader of a file that others write to leaves marks beside it, where it may.
    marks = os.access(path.parent, os.W_OK) or path.with_name(path.name + "-wal").exists()
    address = path.as_uri() + ("?mode=ro" if marks and not finished else "?mode=ro&immutable=1")

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, check_same_thread=False)
        connection.execute(_CACHE)
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=QueuePool)


def _postgresql(place: str) -> Engine:
    """Return an engine of a PostgreSQL database, of which it asks first whether it is still there.

    Raises `CrownheadError` for another URL, and `MissingPackage`.
    """
    try:
        url = make_url(re.sub("^postgres(ql)?://", "postgresql+psycopg://", place))
        if url.get_backend_name() == "postgresql":
            return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise MissingPackage("PostgreSQL needs psycopg: pip install 'psycopg[binary]'") from None
    except SQLAlchemyError:
        pass  # no URL at all, or one of a kind that nobody knows
    raise CrownheadError(
        f"Base {_hide_key(place)}: expected a file or postgresql://...",
        "base_place",
        path=_hide_key(place),
    )


def _hide_key(place: str) -> str:
    """Return a place without the key to it."""
    scheme, separator, rest = place.partition("//")
    return scheme + separator + rest.rpartition("@")[2]


def _none(place: str, error: SQLAlchemyError) -> CrownheadError:
    """Return the error that a place is no database of games, or that nobody answers there.

    The system may also refuse to open or to write it, as where the disk is full.
    """
    wrong = getattr(error, "orig", None)
    if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in _REFUSED:  # the rest says it in detail
        return CrownheadError(f"Base {place}: {wrong}", "base_refused", path=place, why=str(wrong))
    away = "://" in place and isinstance(error, OperationalError)
    what = "the database cannot be reached" if away else "this is no database of games"
    return CrownheadError(f"Base {place}: {what}")


def _sqlite(path: str) -> Engine:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for pragma in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL", _CACHE):
            connection.execute(pragma)

    return engine
