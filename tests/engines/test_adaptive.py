"""The level that should score one half against a player."""

from __future__ import annotations

import random

import pytest

from crownhead.engines.adaptive import MOST_STEPS, adapt
from crownhead.engines.levels import ladder, ladders, levels, ratings
from crownhead.errors import EngineError
from crownhead.variants import VARIANTS, get


@pytest.mark.parametrize("game", ladders())
@pytest.mark.parametrize("alike", [2, 5, 8])
def test_a_player_as_strong_as_a_level_comes_to_score_about_one_half(game: str, alike: int) -> None:
    known = ratings(get(game))
    true = known[alike - 1]
    dice = random.Random(5)
    late = []
    for _ in range(12):
        results: list[tuple[int, float]] = []
        for _ in range(40):
            level = adapt(results, get(game))
            expected = 1 / (1 + 10 ** ((known[level - 1] - true) / 400))
            results.append((level, float(dice.random() < expected)))
        late += [score for _, score in results[15:]]
    assert 0.35 < sum(late) / len(late) < 0.65


def test_no_result_moves_it_far_or_off_the_ladder() -> None:
    assert adapt([]) == 3
    assert adapt([], first=7) == 7
    assert adapt([(1, 0.0)] * 30) == 1
    assert adapt([(10, 1.0)] * 30) == 10
    for met in range(1, 11):
        for score in (0.0, 0.5, 1.0):
            assert abs(adapt([(met, score)]) - met) <= MOST_STEPS


@pytest.mark.parametrize("wrong", [(0, 1.0), (11, 1.0), (3, 1.5), (3, -0.5)])
def test_levels_and_scores_that_there_are_not_are_refused(wrong: tuple[int, float]) -> None:
    with pytest.raises(EngineError):
        adapt([wrong])


def test_every_game_has_ten_levels_and_ratings_that_rise() -> None:
    for variant in VARIANTS.values():
        known = ratings(variant)
        assert len(levels(ladder(variant))) == len(known) == 10
        assert list(known) == sorted(known)
