"""Databases that an older version made are read as they are, and brought up to date when written.

`stored/format_2.sql` was made by the version before names could be merged.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from crownhead.base import Base, Query
from crownhead.position import Position

OLD = Path(__file__).parent / "stored" / "format_2.sql"
AGAIN = (
    '[Event "Club"] [Round "2"] [White "Łoś, Paweł"] [Black "Sørensen, Đuro"] [Date "1999.05.06"]'
    ' [GameType "21"] 1. 11-15 {[%eval 0.2]} 24-20 {[%eval -0.1]} 2. 8-11 23-19 1-0'
)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    place = tmp_path / "old.base"
    connection = sqlite3.connect(place)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    return place


def describe(base: Base) -> list[object]:
    start = Position.initial("english")
    position = Query(position=start.play("11-15"))
    games = [(found.id, found.white, found.date, found.plies) for found in base.find(Query())]
    texts = [dict(game.tags) for game in base.games()]
    return [games, texts, base.tree(start), base.tree(start.play("11-15")), base.find(position)]


@pytest.mark.parametrize("finished", [True, False])
def test_an_old_database_is_read_as_it_is(old: Path, finished: bool) -> None:
    before = old.read_bytes()
    with Base.reader(old, finished=finished) as base:
        games, _, tree, *_ = describe(base)
        assert len(base) == 5 and tree.games == 2  # type: ignore[attr-defined]
        assert base.find(Query(player="ANNA"))[0].id == 4
        assert [found.position for found in base.find(Query())] == [
            False,
            False,
            True,
            False,
            False,
        ]
        assert games
    assert old.read_bytes() == before


def test_an_old_database_is_brought_up_to_date_where_it_is_written_to(old: Path) -> None:
    with Base.reader(old) as base:
        before = describe(base)
    with Base(old) as base:
        assert describe(base) == before
        assert [found.id for found in base.find(Query(player="los pawel"))] == [1]
        assert base.sources == {"club.pdn", "named"}
        report = base.add([AGAIN])
        assert (report.added, report.duplicates) == (1, 0)
        report = base.add([AGAIN.replace('"2"', '"1"')])
        assert (report.added, report.duplicates) == (0, 1)
    with Base(old) as base:
        assert len(base) == 6


def test_a_migration_that_is_broken_off_changes_nothing(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context, pytest.raises(KeyboardInterrupt):
        context.setattr("crownhead.base.migration._row", interrupt)
        Base(old)
    with Base.reader(old) as base:
        assert len(base) == 5
    with Base(old) as base:
        assert base.find(Query(player="sorensen"))[0].id == 1
