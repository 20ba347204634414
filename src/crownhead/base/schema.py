"""The tables of a database of games, for SQLite and PostgreSQL alike."""

from __future__ import annotations

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

FORMAT = 2

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
)
"""Players and events; `folded` is the name without case and accents."""

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
    Column("digest", BigInteger, nullable=False, unique=True),
    Index("games_white", "white"),
    Index("games_black", "black"),
    Index("games_event", "event"),
    Index("games_date", "date"),
)
"""One row a game; `begin` and `end` say where it stands in its text, once that is unpacked."""

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
