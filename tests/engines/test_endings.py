"""The engine plays small endings by tables."""

from __future__ import annotations

import pytest

from crownhead import Engine, Game, Limit, Position, endgame
from crownhead.engines import endings

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
                move = tables.best(position)[0][0]
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


def test_no_move_gives_away_what_the_tables_know() -> None:
    """With five pieces the distance is not known; the search alone has drawn such wins."""
    tables = endgame.Tables.open("english")
    position = Position.from_fen("W:WK15,K32,21:B16,K28", "english")
    spoiling = endings.spoiling(position)
    kept = [move for move in position.legal_moves if move not in spoiling]
    assert tables.probe(position).value == "win" and spoiling and kept
    assert {tables.probe(position.play(move)).value for move in kept} == {"loss"}
    assert "loss" not in {tables.probe(position.play(move)).value for move in spoiling}
    with Engine.builtin() as engine:
        for seed in range(5):
            engine.seed = seed
            assert engine.play(position, Limit(nodes=1)) in kept
    assert endings.spoiling(Position.initial("english")) == ()
    assert endings.spoiling(Position.from_fen("W:WK1,K2:BK32", "italian")) == ()


def test_a_win_without_distance_is_not_played_in_circles() -> None:
    start = Position.from_fen("W:W12,K16,K24:BK3,K28", "english")
    onwards = start.play("24-19").play("28-32")
    back = onwards.play("19-24").play("32-28")
    assert back == start
    assert onwards.parse("19-24") not in endings.spoiling(onwards)
    assert start.parse("24-19") in endings.spoiling(back, (start, start.play("24-19"), onwards))
    others = [move for move in start.legal_moves if move not in endings.spoiling(start)]
    everywhere = tuple(start.play(move) for move in others)
    assert endings.spoiling(start, everywhere) == endings.spoiling(start)
