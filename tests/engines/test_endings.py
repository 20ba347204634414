"""The engine plays small endings by tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from crownhead import Engine, Game, Limit, Move, Position, endgame
from crownhead.endgame.files import SHIPPED, own_folder
from crownhead.engines import tablebase
from crownhead.errors import DamagedTable
from crownhead.variants import get

WON = [
    ("international", "W:WK29,K40,K43:BK16"),  # three kings against one
    ("international", "W:WK40,K45,50:BK11"),  # two kings and a man: 31 plies of the 32 allowed
    ("english", "W:WK19,K23:B12,K28"),  # the First Position
]


@pytest.mark.parametrize(("game", "fen"), WON)
def test_P10_won_endings_are_won_within_the_counts(game: str, fen: str) -> None:
    position = Position.from_fen(fen, game)
    tables = endgame.Tables.open(game)
    expected = tables.probe(position).plies
    plies = 0
    with Engine.builtin() as engine:
        while position.outcome is None:
            if position.turn == "white":
                move = engine.play(position, Limit(nodes=1))
            else:
                move = tables.best(position)[0].move
            position = position.play(move)
            plies += 1
    assert position.outcome.winner == "white"
    assert plies == expected


def test_a_search_sees_a_won_ending_of_the_tables_below_it() -> None:
    position = Position.from_fen("W:WK15,K32,21:B16,K28,17", "english")
    with Engine.builtin() as engine:
        found = engine.analyse(position, Limit(depth=7))
    assert found.depth >= 7


def test_low_levels_play_without_tables() -> None:
    position = Position.from_fen("W:WK19,K23:B12,K28", "english")
    with Engine.builtin(level=3, seed=1) as engine:
        assert engine.play(position, Limit(nodes=50)) in position.legal_moves


def test_a_game_in_a_small_ending_is_played_on() -> None:
    game = Game("international", start="W:WK29,K40,K43:BK16")
    with Engine.builtin() as engine:
        assert engine.play(game, Limit(nodes=1)) in game.position.legal_moves


def moves_to_avoid(position: Position, past: Sequence[Position] = ()) -> list[Move]:
    """Return the moves that are not to be played by the tables that are shipped."""
    advised = endgame.Tables.open(position.variant).advice(position, past)
    return [] if advised is None else advised[1]


def test_no_move_gives_away_what_the_tables_know() -> None:
    """With five pieces the distance is not known; the search alone has drawn such wins."""
    tables = endgame.Tables.open("english")
    position = Position.from_fen("W:WK15,K32,21:B16,K28", "english")
    others = moves_to_avoid(position)
    kept = [move for move in position.legal_moves if move not in others]
    assert tables.probe(position).value == "win" and others and kept
    assert {tables.probe(position.play(move)).value for move in kept} == {"loss"}
    assert "loss" not in {tables.probe(position.play(move)).value for move in others}
    with Engine.builtin() as engine:
        for seed in range(5):
            engine.seed = seed
            assert engine.play(position, Limit(nodes=1)) in kept
    assert moves_to_avoid(Position.initial("english")) == []
    assert moves_to_avoid(Position.from_fen("W:WK1,K2:BK32", "italian")) == []


def test_a_win_without_distance_is_not_played_in_circles() -> None:
    start = Position.from_fen("W:W12,K16,K24:BK3,K28", "english")
    onwards = start.play("24-19").play("28-32")
    back = onwards.play("19-24").play("32-28")
    assert back == start
    assert onwards.parse("19-24") not in moves_to_avoid(onwards)
    assert start.parse("24-19") in moves_to_avoid(back, (start, start.play("24-19"), onwards))
    others = [move for move in start.legal_moves if move not in moves_to_avoid(start)]
    everywhere = tuple(start.play(move) for move in others)
    assert moves_to_avoid(start, everywhere) == moves_to_avoid(start)


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the folder of a user's tables, empty; what other tests have opened is kept from it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = own_folder()
    folder.mkdir(parents=True)
    tablebase.tables.cache_clear()
    yield folder
    tablebase.tables.cache_clear()


def test_the_engine_plays_by_tables_that_the_user_has_built(own_tables: Path) -> None:
    position = Position.from_fen("W:WK19,K10:BK32", "italian")
    assert tablebase.tables(get("italian")) is None
    assert list(endgame.Build("italian", 3, own_tables).run())
    tablebase.tables.cache_clear()
    plies = endgame.Tables.open("italian", [own_tables]).probe(position).plies
    assert plies is not None and plies > 1
    with Engine.builtin() as engine:
        for _ in range(plies):
            position = position.play(engine.play(position, Limit(nodes=1)))
    assert position.outcome is not None and position.outcome.winner == "white"


def test_a_damaged_table_of_the_user_leaves_the_shipped_ones(own_tables: Path) -> None:
    (own_tables / "english-6.endgame").write_bytes(b"CROWNEG\0, and no table")
    tables = tablebase.tables(get("english"))
    assert tables is not None and tables.pieces == 5


def test_a_table_of_the_user_that_is_damaged_inside_is_left_for_the_shipped_one(
    own_tables: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only its head is read when it is opened."""
    monkeypatch.setattr(tablebase, "_torn", set())
    data = bytearray((SHIPPED / "english-3.endgame").read_bytes())
    data[2000] ^= 255
    (own_tables / "english-3.endgame").write_bytes(data)
    position = Position.from_fen("W:WK1,K22:BK32", "english")
    known = tablebase.tables(position.variant)
    assert known is not None
    with pytest.raises(DamagedTable, match="verify english"):
        known.value(position)
    with Engine.builtin() as engine:
        assert str(engine.play(position)) == "22-18"
    assert "damaged" in caplog.text


def test_a_damaged_table_of_the_user_costs_no_other(own_tables: Path) -> None:
    assert list(endgame.Build("italian", 3, own_tables).run())
    (own_tables / "italian-4.endgame").write_bytes(b"CROWNEG\0, and no table")
    (own_tables / "italian-5.endgame").mkdir()
    tables = tablebase.tables(get("italian"))
    assert tables is not None and tables.pieces == 3


def test_who_has_no_home_plays_by_the_shipped_tables(
    own_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service may run as a user whom the system does not know."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", unknown)
    tables = tablebase.tables(get("english"))
    assert tables is not None and tables.pieces == 5
    with pytest.raises(FileNotFoundError, match="XDG_DATA_HOME"):
        own_folder()
