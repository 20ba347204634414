"""What happens to databases of this schema, of older ones, of newer ones and of none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from crownhead.errors import CrownheadError
from crownhead.server.storage.migrations import history
from crownhead.server.storage.migrations.history import run_missing
from crownhead.server.storage.migrations.upgrade import PRESENT, upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import metadata

T = TypeVar("T")

MADE = "select type, name, tbl_name from sqlite_master where name != 'alembic_version'"


def inside(
    folder: Path, work: Callable[[Connection], T], *, upgraded: bool = False, url: str = ""
) -> T:
    """Do something with the database of a folder, or at an address."""

    async def run() -> T:
        database = open_database(url or f"sqlite:///{folder / 'games.sqlite3'}")
        try:
            if upgraded:
                await upgrade(database, folder)
            return await database.write(work)
        finally:
            await database.close()

    return asyncio.run(run())


def tables(connection: Connection) -> tuple[object, list[object]]:
    """Return how the tables differ from those of the schema, and what has been made, by name."""
    differs = compare_metadata(MigrationContext.configure(connection), metadata)
    return differs, sorted(map(tuple, connection.execute(text(MADE))))


def version(connection: Connection) -> str:
    return str(connection.scalar(text("select version_num from alembic_version")))


def test_the_migrations_and_the_schema_make_the_same_tables(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    inside(old, run_missing)
    assert inside(old, tables) == inside(new, tables, upgraded=True)
    assert inside(new, tables)[0] == []
    assert inside(old, version) == inside(new, version) == PRESENT
    versions = ScriptDirectory(str(Path(history.__file__).parent))
    assert versions.get_current_head() == PRESENT


def test_an_older_database_keeps_what_is_in_it(tmp_path: Path) -> None:
    def fill(connection: Connection) -> None:
        run_missing(connection, upto="0001")
        connection.execute(text("insert into players values ('g1', 'guest', 'Änne', 7)"))

    inside(tmp_path, fill)
    assert inside(tmp_path, version) == "0001"

    def find(connection: Connection) -> object:
        return connection.execute(text("select id, name from players")).all()

    assert inside(tmp_path, find, upgraded=True) == [("g1", "Änne")]
    assert inside(tmp_path, version) == PRESENT
    assert inside(tmp_path, tables)[0] == []


GAME = (
    "insert into games (id, variant, agreement, phase, listed, seq, clocked, created, changed) "
    "values ('g', 'english', '{}', 'playing', false, 1, true, 7, 7)"
)
NOTICE = (
    "insert into notices (player, kind, game, target, due, tries, at) "
    "values ('anna', 'turn', 'g', '', 9, 0, 9)"
)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_notices_of_games_are_kept_when_those_of_events_come(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    url = "" if kind == "sqlite" else str(request.getfixturevalue("database"))

    def older(connection: Connection) -> None:
        run_missing(connection, upto="0015")
        connection.execute(text(GAME))
        connection.execute(text(NOTICE))

    inside(tmp_path, older, url=url)

    def find(connection: Connection) -> object:
        rows = connection.execute(text("select player, kind, game, event from notices")).all()
        return [tuple(row) for row in rows]

    assert inside(tmp_path, find, upgraded=True, url=url) == [("anna", "turn", "g", None)]
    assert inside(tmp_path, tables_differ, url=url) == []

    def insert_again(connection: Connection) -> None:
        connection.execute(text(NOTICE))

    def about_nothing(connection: Connection) -> None:
        connection.execute(text(NOTICE.replace("'g'", "null")))

    for wrong in (insert_again, about_nothing):
        with pytest.raises(IntegrityError):
            inside(tmp_path, wrong, url=url)

    def delete_games(connection: Connection) -> object:
        connection.execute(text("delete from games"))
        return find(connection)

    assert inside(tmp_path, delete_games, url=url) == []


def tables_differ(connection: Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), metadata)


def test_a_newer_database_is_left_as_it_is(tmp_path: Path) -> None:
    def newer(connection: Connection) -> None:
        connection.execute(text("update alembic_version set version_num = '9999'"))

    inside(tmp_path, newer, upgraded=True)
    with pytest.raises(CrownheadError, match="schema 9999"):
        inside(tmp_path, version, upgraded=True)
    assert inside(tmp_path, version) == "9999"
