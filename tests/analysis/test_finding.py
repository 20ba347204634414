"""How often levels find a move."""

from __future__ import annotations

import pytest

import crownhead as ch
from crownhead.analysis import find_rates

SHOT = ch.Position.from_fen(
    "B:W17,19,21,22,23,24,26,27,28,29,31:B2,3,6,7,8,10,11,12,13,14,20", "english"
)


def test_each_level_is_asked_in_games_of_its_own() -> None:
    rates = find_rates(SHOT, ["11-15"], games=5, seed=3)
    for level, rate in enumerate(rates, start=1):
        found = 0
        for seed in range(3, 8):
            with ch.Engine.builtin(level=level, seed=seed) as engine:
                found += str(engine.play(ch.Game(start=SHOT))) == "11-15"
        assert rate == found / 5
    assert len(rates) == 9


def test_who_looks_further_finds_a_shot_more_often() -> None:
    rates = find_rates(SHOT, ["11-15"])
    assert rates[0] < 0.7 and rates[8] == 1.0
    assert sum(rates[:3]) < sum(rates[3:6]) < sum(rates[6:])


def test_every_level_finds_one_of_all_moves_and_the_only_move() -> None:
    assert find_rates(SHOT, list(SHOT.legal_moves), games=2) == (1.0,) * 9
    forced = ch.Position.from_fen("B:W18:B15", "english")
    assert find_rates(forced, ["15x22"], games=1) == (1.0,) * 9
    assert find_rates(SHOT, [], games=1) == (0.0,) * 9


def test_a_move_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(ch.errors.IllegalMove, match="20-25"):
        find_rates(SHOT, ["11-15", "20-25"])
    other = ch.Position.initial("english").legal_moves[0]
    with pytest.raises(ch.errors.IllegalMove, match=str(other)):
        find_rates(ch.Position.from_fen("B:W18:B15", "english"), [other])


@pytest.mark.parametrize("games", [0, -3])
def test_a_level_is_asked_in_at_least_one_game(games: int) -> None:
    with pytest.raises(ch.errors.CrownheadError, match="at least one game"):
        find_rates(SHOT, ["11-15"], games=games)
