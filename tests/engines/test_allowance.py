"""What the clock gives to the computer's next move."""

from __future__ import annotations

from crownhead import Game
from crownhead.clock import TimeControl
from crownhead.engines.computer_turn import allowance


def test_without_a_clock_there_is_none() -> None:
    assert allowance(Game("english"), "black") is None


def test_it_is_what_the_clock_shows_and_what_the_move_brings() -> None:
    game = Game("english", time=TimeControl.fischer(60_000, 5_000))
    assert allowance(game, "black") == (60.0, 5.0)
    game.play("11-15", at=10_000)
    game.play("22-18", at=14_000)
    assert allowance(game, "white") == (61.0, 5.0)
    assert allowance(game, "black") == (65.0, 5.0)


def test_in_the_end_there_is_a_little_all_the_same() -> None:
    game = Game("english", time=TimeControl.sudden_death(1_000))
    game.play("11-15", at=10_000)
    game.play("22-18", at=10_990)
    assert allowance(game, "white") == (0.05, 0.0)
