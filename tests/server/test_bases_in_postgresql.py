"""Databases of games in PostgreSQL: the same answers as a file gives, offered by a server too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.served import Guest, Server

import crownhead as ch
from crownhead.base import Base, Query
from crownhead.errors import CrownheadError, MissingPackage

PLAYERS = ("Anna", "Bert", "Carl", "Dora")


def games() -> list[str]:
    """Return games of two kinds between few players, some with evaluations, one with an error."""
    made = []
    for number in range(120):
        white, black = PLAYERS[number % 4], PLAYERS[(number // 4) % 4]
        tags = f'[White "{white}"] [Black "{black}"] [Round "{number}"] [Date "{1990 + number}"]'
        moves = ("1. 11-15 {[%eval 0.2]} 24-20 {[%eval -0.1]} 1-0", "1. 9-14 22-18 0-1")[number % 2]
        made.append(f'{tags} [GameType "21"] {moves}\n')
    return [*made, '[White "Ämil"] [GameType "25"] 1. c3-d4 d6-c5 2-0', '[GameType "21"] 1. 1-30 *']


@pytest.fixture
def filled_base(database: str, tmp_path: Path) -> str:
    """Return the address of a database of games, imported in small batches."""
    file = tmp_path / "games.pdn"
    file.write_text("\n".join(games()), encoding="utf-8")
    with Base(database) as base:
        report = base.add_files([file], batch=10)
        assert (report.read, report.added, report.faulty) == (122, 122, 1)
        again = base.add_files([file])
        assert (again.added, again.again) == (0, ["games.pdn"])
        assert base.add({"again": games()[0]}).duplicates == 1
    return database


def test_it_answers_as_a_file_does(filled_base: str, tmp_path: Path) -> None:
    start = ch.Position.initial("english")
    queries = [
        Query(player="anna", since="2000"),
        Query(white="ämil", variant=ch.VARIANTS["russian"]),
        Query(result="black", position=start.play("9-14")),
        Query(position=start, material=(12, 0, 12, 0)),
    ]
    with Base(tmp_path / "same.base") as file, Base.reader(filled_base) as base:
        file.add_files([tmp_path / "games.pdn"])
        assert len(base) == len(file) and base.variants == file.variants
        for query in queries:
            found = base.find(query, limit=500)
            assert found and found == file.find(query, limit=500)
        for position in (start, start.play("11-15"), ch.Position.initial("russian")):
            assert base.tree(position) == file.tree(position)
        assert [str(game) for game in base.games()] == [str(game) for game in file.games()]
        assert b"".join(base.texts()) == b"".join(file.texts())


def test_a_reader_changes_nothing(filled_base: str) -> None:
    with Base.reader(filled_base) as base:
        with pytest.raises(Exception, match="read-only"):
            base.add([games()[0]])
        assert len(base) == 122


def test_a_server_offers_it_and_outlives_its_absence(
    filled_base: str, postgres: Any, tmp_path: Path, close_later: Callable[[Any], Any]
) -> None:
    with Server(tmp_path / "data", "--base", filled_base, "--no-limits") as server:
        player = close_later(Guest(server))
        (card,) = player.http.get("/api/bases").json()
        assert (card["games"], card["variants"]) == (122, ["english", "russian"])

        def tree() -> tuple[int, Any]:
            wish = {"variant": "english"}
            answer = player.http.post(f"/api/bases/{card['id']}/tree", json=wish)
            return answer.status_code, answer.json()

        status, found = tree()
        assert (status, found["games"], found["moves"][0]["text"]) == (200, 121, "11-15")
        # Every connection is cut off, as a database does that is restarted.
        postgres.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{card['name']}';"
        )
        assert tree() == (200, found)
        postgres.psql(f"DROP DATABASE {card['name']} WITH (FORCE);")
        status, refusal = tree()
        assert (status, refusal["code"]) == (503, "unavailable")
        assert player.http.get("/health").status_code == 200


@pytest.mark.parametrize("opening", [Base, Base.reader], ids=["writer", "reader"])
def test_who_cannot_be_reached_is_one_sentence_without_the_key(
    opening: Callable[[str], Base], tmp_path: Path
) -> None:
    url = f"postgresql://anna:key@/games?host={tmp_path}"
    with pytest.raises(CrownheadError, match="the database cannot be reached") as error:
        opening(url)
    assert "key" not in str(error.value)
    with pytest.raises(CrownheadError, match="expected a file or postgresql"):
        opening("mysql://anna:key@host/games")


def test_without_psycopg_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingPackage, match="pip install 'psycopg"):
        Base("postgresql://host/games")


def test_a_database_of_the_format_before_is_read_and_brought_up_to_date(filled_base: str) -> None:
    made = games()
    with Base(filled_base) as base:
        stored = base.find(Query(), limit=1000)
        tree = base.tree(ch.Position.initial("english"))
        with base._engine.begin() as connection:
            for statement in (
                "ALTER TABLE games DROP COLUMN moves",
                "ALTER TABLE games ADD COLUMN digest BIGINT",
                "UPDATE games SET digest = id",
                "ALTER TABLE games ALTER COLUMN digest SET NOT NULL",
                "ALTER TABLE games ADD UNIQUE (digest)",
                "DROP INDEX games_faults",
                "ALTER TABLE names DROP COLUMN person",
                "UPDATE facts SET value = '2' WHERE name = 'format'",
            ):
                connection.exec_driver_sql(statement)
    with Base.reader(filled_base) as base:
        assert base.find(Query(), limit=1000) == stored
        assert base.tree(ch.Position.initial("english")) == tree
    for _ in range(2):
        with Base(filled_base) as base:
            assert base.find(Query(), limit=1000) == stored
            assert base.add(["\n".join(made)]).added == 0


def test_duplicates_are_removed_and_players_merged(database: str) -> None:
    text = '[White "{}"] [Black "Bert"] [GameType "21"] 1. 11-15 {{[%eval 0.2]}} 24-20 *'
    with Base(database) as base:
        base.add([text.format("WR Fraser"), text.format("Fraser")])
        assert base.find(Query(player="fraser wr"))[0].id == 1
        (pair,) = base.duplicates(plies=2)
        assert base.merge_duplicate(1, 2, plies=2) == ['[White "Fraser"]']
        base.add([text.format("Fraser").replace("24-20", "23-19")])
        assert base.merge_players("WR Fraser", ["Fraser"]) == 1
        assert [found.white for found in base.find(Query(player="fraser"))] == ["WR Fraser"] * 2
        assert base.tree(ch.Position.initial("english")).games == 2
