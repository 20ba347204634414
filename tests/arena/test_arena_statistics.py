"""The statistics of matches, checked by hand, by brute force and by simulation."""

from __future__ import annotations

import math
import os
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crownhead.arena.elo import below, expected_score, logistic
from crownhead.arena.failure import ArenaError
from crownhead.arena.pentanomial import SCORES, Pentanomial
from crownhead.arena.score import MatchScore, Record
from crownhead.arena.sprt import UNSEEN, Sprt, _likeliest

NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))
COUNTS = st.tuples(*[st.integers(0, 500)] * 5)
Five = tuple[int, int, int, int, int]


def test_mean_variance_and_elo_of_a_match_counted_by_hand() -> None:
    pairs = Pentanomial((1, 0, 2, 0, 1))
    assert (pairs.pairs, pairs.mean, pairs.variance) == (4, 0.5, 0.125)
    assert pairs.error == pytest.approx(math.sqrt(0.125 / 4))
    pairs = Pentanomial((2, 10, 40, 14, 4))
    assert pairs.mean == pytest.approx(37 / 70)
    # 37 points of 70 are odds of 37 to 33
    assert pairs.elo.value == pytest.approx(400 * math.log10(37 / 33))
    # squared distances from the mean, 148/280, in 280ths: 148, 78, 8, 62, 132
    squares = 2 * 148**2 + 10 * 78**2 + 40 * 8**2 + 14 * 62**2 + 4 * 132**2
    assert pairs.variance == pytest.approx(squares / 70 / 280**2)
    reach = 1.959963985 * math.sqrt(squares) / 280 / 70
    odds = (37 / 70 + reach) / (33 / 70 - reach)
    assert pairs.elo.high == pytest.approx(400 * math.log10(odds))


def test_normalized_elo_is_the_score_in_deviations_of_a_game() -> None:
    pairs = Pentanomial((0, 10, 60, 30, 0))
    # mean 0.55, variance (10 * 0.3^2 + 60 * 0.05^2 + 30 * 0.2^2) / 100 = 0.0225; a game: 0.045
    assert pairs.normalized.value == pytest.approx(0.05 / math.sqrt(0.045) * 800 / math.log(10))


def test_the_normal_distribution_by_adding_up_its_density() -> None:
    for limit in (-2.3, -0.4, 0.0, 1.1, 3.0):
        steps = 4000
        width = (limit + 10) / steps
        middle = (-10 + (step + 0.5) * width for step in range(steps))
        area = sum(math.exp(-x * x / 2) for x in middle) * width / math.sqrt(2 * math.pi)
        assert below(limit) == pytest.approx(area, abs=1e-6)


@given(st.floats(-900, 900))
def test_elo_and_expected_score_are_inverse(elo: float) -> None:
    assert logistic(expected_score(elo)) == pytest.approx(elo, abs=1e-6)
    assert expected_score(elo) + expected_score(-elo) == pytest.approx(1)


@given(COUNTS)
def test_the_other_player_has_the_mirrored_statistics(counts: Five) -> None:
    one, two = Pentanomial(counts), Pentanomial(counts[::-1])  # type: ignore[arg-type]
    assert one.mean + two.mean == pytest.approx(1)
    if one.superiority is None or two.superiority is None:
        assert one.superiority is two.superiority and max(counts) == one.pairs
    else:
        assert one.superiority + two.superiority == pytest.approx(1)
    assert one.elo.low == pytest.approx(-two.elo.high)
    for model in ("logistic", "normalized"):
        test, mirrored = Sprt(-3, 12, model=model), Sprt(-12, 3, model=model)
        assert test.ratio(one) == pytest.approx(-mirrored.ratio(two), abs=1e-6)


def test_counts_without_variance_and_without_pairs() -> None:
    nothing, won = Pentanomial(), Pentanomial((0, 0, 0, 0, 9))
    assert (nothing.elo.value, nothing.elo.low, nothing.elo.high) == (0, -math.inf, math.inf)
    assert (won.elo.value, won.elo.low, won.elo.high) == (math.inf, -math.inf, math.inf)
    assert nothing.superiority is won.superiority is None
    even, behind = Pentanomial((0, 0, 9, 0, 0)), Pentanomial((0, 1, 0, 0, 0))
    assert (even.elo.low, even.elo.high, even.superiority) == (-math.inf, math.inf, 0.5)
    assert (behind.elo.low, behind.elo.high, behind.superiority) == (-math.inf, math.inf, None)
    assert Sprt(0, 10).ratio(nothing) == 0
    assert Sprt(0, 10).verdict(Pentanomial((0, 0, 0, 0, 200))) == "H1"
    assert Sprt(0, 10).verdict(Pentanomial((200, 0, 0, 0, 0))) == "H0"


@given(COUNTS, st.floats(0.05, 0.95), st.randoms(use_true_random=False))
@example((18, 35, 13, 9, 1), 0.5, random.Random(1))  # the first step leads beside a pole
@example((0, 0, 0, 1, 0), 0.5, random.Random(1))
def test_no_distribution_with_this_score_is_likelier(
    counts: Five, score: float, dice: random.Random
) -> None:
    cells = [count or UNSEEN for count in counts]
    found = _likeliest(cells, score)
    assert sum(found) == pytest.approx(1, abs=1e-7)
    assert sum(p * s for p, s in zip(found, SCORES, strict=True)) == pytest.approx(score, abs=1e-7)
    # Weight moved between three cells so that sum and mean stay.
    for _ in range(20):
        i, j, k = sorted(dice.sample(range(5), 3))
        moved = list(found)
        amount = dice.uniform(-0.01, 0.01)
        moved[i] += amount * (k - j)
        moved[j] -= amount * (k - i)
        moved[k] += amount * (j - i)
        if min(moved) > 0:
            gain = sum(c * math.log(m / p) for c, m, p in zip(cells, moved, found, strict=True))
            assert gain <= 1e-6 * sum(cells)


def test_the_ratio_of_pairs_that_are_all_even_follows_from_the_shift() -> None:
    # The likeliest way to a mean of 1/2 - d moves 2d of the weight to the lowest cell.
    shift = 0.5 - expected_score(-10)
    pairs = Pentanomial((0, 0, 1000, 0, 0))
    assert Sprt(-10, 0).ratio(pairs) == pytest.approx(-1000 * math.log(1 - 2 * shift), rel=0.01)


def test_a_lost_match_is_evidence_against_equality() -> None:
    dice = random.Random(3)
    for _ in range(300):
        one = Pentanomial(tuple(sorted((dice.randrange(60) for _ in range(5)), reverse=True)))  # type: ignore[arg-type]
        if one.elo.high < -30:
            assert Sprt(-15, 0).ratio(one) < 0


def test_the_ratio_is_that_of_normal_scores_where_the_bounds_are_close() -> None:
    pairs = Pentanomial((40, 300, 900, 320, 50))
    test = Sprt(-1, 2)
    low, high = expected_score(-1), expected_score(2)
    normal = (high - low) * (2 * pairs.mean - low - high) * pairs.pairs / 2 / pairs.variance
    assert test.ratio(pairs) == pytest.approx(normal, rel=0.02)
    per_game = math.log(10) / 800
    deviation = math.sqrt(2 * pairs.variance)
    alike = Sprt(
        (low - 0.5) / deviation / per_game, (high - 0.5) / deviation / per_game, model="normalized"
    )
    assert alike.ratio(pairs) == pytest.approx(normal, rel=0.02)


def test_the_bounds_are_walds() -> None:
    test = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert test.upper == pytest.approx(math.log(90)) and test.lower == pytest.approx(
        math.log(0.1 / 0.99)
    )


@pytest.mark.parametrize("text", ["", "1", "5,0", "0,0", "0,5,0", "0,5,0.5", "a,b", "0,5,.1,.1,1"])
def test_bounds_that_make_no_test_are_refused(text: str) -> None:
    with pytest.raises(ArenaError):
        Sprt.parse(text)


def test_bounds_that_are_no_numbers_are_refused() -> None:
    for text in ("nan,5", "0,inf", "0,5,nan"):
        with pytest.raises(ArenaError):
            Sprt.parse(text)


def tilt(score: float) -> list[float]:
    """Return the shares of a drawish match with this mean."""
    base = (0.03, 0.17, 0.6, 0.17, 0.03)
    low, high = -10.0, 10.0
    while True:
        slope = (low + high) / 2
        weights = [p * math.exp(slope * s) for p, s in zip(base, SCORES, strict=True)]
        shares = [weight / sum(weights) for weight in weights]
        mean = sum(p * s for p, s in zip(shares, SCORES, strict=True))
        if abs(mean - score) < 1e-9:
            return shares
        low, high = (slope, high) if mean < score else (low, slope)


def error_rate(test: Sprt, truth: float, wrong: str, runs: int, seed: int) -> float:
    dice = random.Random(seed)
    shares = tilt(expected_score(truth))
    errors = 0
    for _ in range(runs):
        pairs, verdict = Pentanomial(), None
        while verdict is None:
            pairs = pairs.plus(dice.choices(range(5), shares)[0])
            verdict = test.verdict(pairs)
        errors += verdict == wrong
    return errors / runs


def test_simulated_matches_err_no_more_often_than_the_test_promises() -> None:
    runs = 4000 if NIGHTLY else 400
    test = Sprt(0, 40, alpha=0.05, beta=0.1)
    for truth, wrong, promised in ((0, "H1", 0.05), (40, "H0", 0.1)):
        rate = error_rate(test, truth, wrong, runs, seed=5)
        # Three standard deviations; a test that never errs would wait for too long.
        room = 3 * math.sqrt(promised * (1 - promised) / runs)
        assert promised / 4 < rate < promised + room


def test_only_complete_pairs_count_and_no_game_counts_twice() -> None:
    score = MatchScore()
    assert score.add(Record(1, 1, 2)) and score.add(Record(2, 2, 0, "crash", 1))
    assert not score.add(Record(1, 1, 0))
    assert score.pairs.pairs == 0 and (score.wins, score.losses) == (1, 1)
    assert score.add(Record(2, 1, 1)) and score.pairs.counts == (0, 1, 0, 0, 0)
    assert score.faults == [1, 0] and score.points == 1.5 and score.games == 3


def test_a_verdict_stands_whatever_comes_later() -> None:
    score = MatchScore(Sprt(0, 50))
    pair = 0
    while score.verdict is None:
        pair += 1
        score.add(Record(pair, 1, 2))
        score.add(Record(pair, 2, 1))
    assert score.verdict == "H1" and score.ratio >= score.sprt.upper  # type: ignore
    ratio = score.ratio
    for number in range(pair + 1, pair + 200):
        score.add(Record(number, 1, 0))
        score.add(Record(number, 2, 0))
    assert (score.verdict, score.ratio) == ("H1", ratio)
    assert score.pairs.mean < 0.2


def test_a_verdict_does_not_depend_on_the_order_in_which_games_end() -> None:
    dice = random.Random(8)
    records = [
        Record(pair, half, dice.choice((0, 1, 1, 2))) for pair in range(1, 400) for half in (1, 2)
    ]
    expected = MatchScore(Sprt(-30, 30), records)
    assert expected.verdict is not None and expected.tested.pairs < 399
    for _ in range(3):
        dice.shuffle(records)
        score = MatchScore(Sprt(-30, 30), records)
        assert (score.verdict, score.tested) == (expected.verdict, expected.tested)
    # A pair that is missing still holds the test up.
    waiting = MatchScore(Sprt(-30, 30), [record for record in records if record.pair != 3])
    assert waiting.verdict is None and waiting.tested.pairs == 2
