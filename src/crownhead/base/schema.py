"""The tables of a database of games, for SQLite and PostgreSQL alike."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

metadata = MetaData()

FORMAT = 3
READABLE = 2
"""The oldest format that is still read; what is written to is brought up to date (`migration`)."""
_SINCE = "since"


def since(column: Column[Any]) -> int:
    """Return the first format that has a column."""
    return int(column.info.get(_SINCE, READABLE))


facts = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the file says of itself: its format, and how positions were hashed."""

variants = Table(
    "variants",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("identity", Text, nullable=False, unique=True),
)
"""The games that are played in it: a key, or a record of house rules as JSON."""

names = Table(
    "names",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", Text, nullable=False, unique=True),
    Column("folded", Text, nullable=False, index=True),
    Column("person", Integer, info={_SINCE: 3}),
)
"""Players and events; `folded` is the name as it is searched for (`names.folded`), `person` the
name under which it is told, where players were merged."""

sources = Table(
    "sources",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("fingerprint", String(64), nullable=False, unique=True),
    Column("read", BigInteger, nullable=False),
    Column("line", BigInteger, nullable=False),
    Column("complete", SmallInteger, nullable=False),
)
"""Files: the bytes and lines of each that are imported, so that a killed import goes on."""

texts = Table(
    "texts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)
"""The games as they stand in their files, some hundred of them compressed together."""

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("variant", Integer),
    Column("white", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("date", String(10), nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("source", Integer, nullable=False),
    Column("line", BigInteger, nullable=False),
    Column("text", Integer, nullable=False),
    Column("begin", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("moves", BigInteger, nullable=False, info={_SINCE: 3}),
    Index("games_white", "white"),
    Index("games_black", "black"),
    Index("games_event", "event"),
    Index("games_date", "date"),
    Index("games_moves", "moves"),
)
_faulty = games.c.faults > 0
Index("games_faults", games.c.faults, sqlite_where=_faulty, postgresql_where=_faulty)
"""One row a game; `begin` and `end` say where it stands in its text, once that is unpacked, and
`moves` is a hash of variant, start and moves, which games have in common that may be the same."""

segments = Table(
    "segments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("entries", Integer, nullable=False),
)
"""Sorted pieces of the index of positions: one for each batch, merged as they grow many."""

blocks = Table(
    "blocks",
    metadata,
    Column("segment", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("packed", LargeBinary, nullable=False),
    Index("blocks_first", "segment", "first"),
)
"""Entries of a segment, some thousand together; keys are hashes taken as signed numbers."""

counts = Table(
    "counts",
    metadata,
    Column("segment", Integer, primary_key=True),
    Column("key", BigInteger, primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)
"""What was played in the positions that many games reach, counted beforehand."""

losses = Table(
    "losses",
    metadata,
    Column("key", BigInteger, primary_key=True),
    Column("move", BigInteger, primary_key=True),
    Column("plays", Integer, nullable=False),
    Column("total", BigInteger, nullable=False),
)
"""What moves cost in games that carry evaluations, in hundredths of a man, all plays together."""
