"""Bringing a database of an older format up to date, as a whole or not at all."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, MetaData, insert, select, text, update

from crownhead.base import storing
from crownhead.base.record import Record
from crownhead.base.schema import FORMAT, facts, games, names, since
from crownhead.formats.pdn.names import fold

_NEW = "games_new"


def facts_of(connection: Connection) -> dict[str, str]:
    """Return what a database says of itself."""
    return {row.name: row.value for row in connection.execute(select(facts))}


def migrate(engine: Engine) -> None:
    """Bring a database of format 2 up to date: its games are read again for that.

    Names of players, events and dates are found where they were not known how to be read.
    """
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # tables are changed, too
        else:
            connection.execute(select(facts).with_for_update())
        if facts_of(connection)["format"] != "2":
            return  # another process was faster
        connection.execute(text("ALTER TABLE names ADD COLUMN person INTEGER"))
        spelt = connection.execute(select(names.c.id, names.c.text)).all()
        for row in spelt:
            again = update(names).where(names.c.id == row.id)
            connection.execute(again.values(folded=fold(row.text)))
        _rebuild_games(connection)
        done = update(facts).where(facts.c.name == "format")
        connection.execute(done.values(value=str(FORMAT)))


def _rebuild_games(connection: Connection) -> None:
    """Write the table of games anew: each has a hash of its moves now, and none of its names."""
    new = games.to_metadata(MetaData(), name=_NEW)
    indexes = list(games.indexes)
    new.indexes.clear()
    new.create(connection)
    kept = [column for column in games.c if since(column) < FORMAT]
    known = storing.Names()
    numbers = list(connection.scalars(select(games.c.id).order_by(games.c.id)))
    for part in storing.portions(numbers):
        wanted = select(*kept).where(games.c.id.in_(part))
        rows = {row.id: row for row in connection.execute(wanted)}
        found = storing.load(connection, part)
        read = {number: found[number].read() for number in part}
        spelt = {name for each in read.values() for name in (each.white, each.black, each.event)}
        named = known.number_names(connection, spelt)
        made = [_row(rows[number], read[number], named) for number in part]
        connection.execute(insert(new), made)
    games.drop(connection)
    connection.execute(text(f"ALTER TABLE {_NEW} RENAME TO {games.name}"))
    for index in indexes:
        index.create(connection)


def _row(once: Any, record: Record, named: dict[str, int]) -> dict[str, object]:
    fields: dict[str, object] = dict(once._mapping)
    fields |= {side: named[getattr(record, side)] for side in ("white", "black", "event")}
    return fields | {"date": record.date, "moves": record.moves}
