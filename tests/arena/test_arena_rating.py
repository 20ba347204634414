"""One rating list: the likelihood has its maximum there, and errors cover the truth."""

from __future__ import annotations

import math
import random
from itertools import permutations

import pytest

from crownhead.arena.elo import SCALE, logistic
from crownhead.arena.failure import ArenaError
from crownhead.arena.rating import RatingList, Results, rate


def share(elo: float) -> float:
    return 1 / (1 + math.exp(-elo / SCALE))


def simulate(
    true: dict[str, float], games: int, rng: random.Random, white: float = 20, draw: float = 80
) -> Results:
    """Return the results of everybody against everybody with either colour."""
    results = Results()
    for one, other in permutations(true, 2):
        gap = true[one] - true[other] + white
        for _ in range(games):
            luck = rng.random()
            results.add(
                one, other, 2 if luck < share(gap - draw) else 0 if luck > share(gap + draw) else 1
            )
    return results


def by_name(found: RatingList) -> dict[str, float]:
    return {player.name: player.elo for player in found.players}


def likelihood(results: Results, elo: dict[str, float], advantage: float, draw: float) -> float:
    total = 0.0
    for (white, black), (wins, draws, losses) in results.counts.items():
        gap = elo[white] - elo[black] + advantage
        win, loss = share(gap - draw), share(-gap - draw)
        total += wins * math.log(win) + losses * math.log(loss)
        total += draws * math.log(1 - win - loss)
    return total


def test_no_other_ratings_make_the_games_likelier() -> None:
    """The prior moves the maximum by far less than the steps that are tried."""
    rng = random.Random(5)
    results = simulate({"A": 120, "B": 10, "C": -40, "D": -90}, 2000, rng)
    found = rate(results, prior=1e-6)
    elo = by_name(found)
    best = likelihood(results, elo, found.advantage, found.draw_elo)
    for step in (-3.0, 3.0):
        for name in elo:
            assert likelihood(results, elo | {name: elo[name] + step}, found.advantage,
                              found.draw_elo) < best  # fmt: skip
        assert likelihood(results, elo, found.advantage + step, found.draw_elo) < best
        assert likelihood(results, elo, found.advantage, found.draw_elo + step) < best
    assert abs(sum(elo.values())) < 1e-6


def test_the_score_of_a_player_is_the_share_of_all_points_of_his_games() -> None:
    results = Results()
    for points in (2, 2, 1, 0):  # A with White: two wins, a draw, a loss
        results.add("A", "B", points)
    results.add("B", "A", 2)
    results.add("C", "A", 1)
    found = {player.name: player for player in rate(results).players}
    assert (found["A"].points, found["A"].games, found["A"].draws) == (3, 6, 2)
    assert found["A"].score == 0.5
    assert found["B"].score == 2.5 / 5
    assert found["C"].score == 0.5
    assert sum(p.score * p.games for p in found.values()) == len((2, 2, 1, 0, 2, 1))


def test_two_players_without_draws_have_the_elo_of_their_score() -> None:
    results = Results()
    for points in (2, 2, 2, 0):
        for _ in range(50):
            results.add("A", "B", points)
            results.add("B", "A", 2 - points)
    elo = by_name(rate(results, prior=1e-6))
    assert elo["A"] - elo["B"] == pytest.approx(logistic(0.75), abs=3)


def test_the_interval_holds_the_true_rating_as_often_as_it_says() -> None:
    """800 intervals of 95 %: fewer than 92 or more than 98 % come once in thousands of seeds."""
    rng = random.Random(2)
    true = {"A": 150.0, "B": 30.0, "C": -60.0, "D": -120.0}
    inside = 0
    for _ in range(200):
        for player in rate(simulate(true, 60, rng)).players:
            inside += abs(player.elo - true[player.name]) <= player.error
    assert 0.92 < inside / 800 < 0.98


def test_who_wins_every_game_has_a_rating_all_the_same() -> None:
    results = Results()
    for _ in range(30):
        results.add("A", "B", 2)
        results.add("B", "A", 0)
    found = rate(results)
    first, second = found.players
    assert (first.name, first.points, first.games) == ("A", 60, 60)
    assert math.isfinite(first.elo) and first.elo - first.error > second.elo + second.error
    assert found.superiority[0][1] > 0.99 > found.superiority[0][0] == 0.5
    assert found.superiority[1][0] == pytest.approx(1 - found.superiority[0][1])


def test_games_that_are_all_drawn_leave_everybody_even() -> None:
    results = Results()
    for one, other in permutations("ABC", 2):
        results.counts[one, other] = [0, 500, 0]
    found = rate(results)
    assert all(abs(player.elo) < 1e-6 for player in found.players)
    assert [player.draws for player in found.players] == [2000] * 3


def test_strength_goes_through_common_opponents() -> None:
    """A and C have never met: B, whom both have played, says how they stand."""
    results = Results()
    results.counts["A", "B"] = [75, 0, 25]
    results.counts["B", "A"] = [25, 0, 75]
    results.counts["B", "C"] = [75, 0, 25]
    results.counts["C", "B"] = [25, 0, 75]
    elo = by_name(rate(results))
    assert elo["A"] - elo["C"] == pytest.approx(2 * logistic(0.75), rel=0.05)


def test_players_whom_no_games_join_cannot_be_compared() -> None:
    results = Results()
    results.add("A", "B", 2)
    results.add("C", "D", 1)
    with pytest.raises(ArenaError, match="No chain of games joins A and C"):
        rate(results)
    with pytest.raises(ArenaError, match="no games"):
        rate(Results())
    for prior in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ArenaError, match="prior"):
            rate(results, prior=prior)
