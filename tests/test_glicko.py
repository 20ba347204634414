"""Ratings equal an independent computation of Glicko-2."""

from __future__ import annotations

from random import Random

import pytest
from oracle.glicko import rate

from crownhead.ratings import LEAST_DEVIATION, Rating, update


def test_the_example_of_the_author() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = update(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.0507, abs=1e-4)
    assert after.deviation == pytest.approx(151.5165, abs=1e-4)
    assert after.volatility == pytest.approx(0.0599960, abs=1e-7)


def test_random_games_are_rated_as_the_oracle_rates_them() -> None:
    # After a miracle the equation for the volatility has several solutions: 500 points are enough.
    seed = Random().randrange(2**32)
    random = Random(seed)
    for number in range(2_000):
        mine = Rating(
            random.uniform(1250, 1750), random.uniform(60, 350), random.uniform(0.03, 0.1)
        )
        games = [
            (
                Rating(random.uniform(1250, 1750), random.uniform(45, 350)),
                random.choice([0.0, 0.5, 1.0]),
            )
            for _ in range(random.randint(1, 5))
        ]
        periods, tau = random.choice([0.0, 0.01, 1.0, 3.7]), random.choice([0.3, 0.5, 0.9])
        after = update(mine, games, periods, tau)
        theirs = rate(
            (mine.value, mine.deviation, mine.volatility),
            [((other.value, other.deviation, other.volatility), score) for other, score in games],
            periods,
            tau,
        )
        where = f"seed {seed}, number {number}"
        assert after.value == pytest.approx(theirs[0], abs=1e-6), where
        bounded = min(350.0, max(LEAST_DEVIATION, theirs[1]))
        assert after.deviation == pytest.approx(bounded, abs=1e-6), where
        assert after.volatility == pytest.approx(theirs[2], abs=1e-8), where


def test_who_does_not_play_becomes_less_certain_up_to_a_bound() -> None:
    rating = Rating(1800, 60)
    assert update(rating, [], 4) == rating.age(4)
    assert rating.age(4).value == 1800 and rating.age(4).deviation > 60
    assert rating.age(1e9).deviation == 350
    assert rating.age(-1).deviation == pytest.approx(60)


def test_scores_are_expected_as_the_difference_says() -> None:
    one, two = Rating(1700, 50), Rating(1500, 50)
    assert one.expected_score(two) + two.expected_score(one) == pytest.approx(1)
    assert one.expected_score(Rating(1700, 350)) == pytest.approx(0.5)
