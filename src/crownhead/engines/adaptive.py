"""The level that should score one half against a player, from his games so far."""

from __future__ import annotations

import math
from collections.abc import Iterable

from crownhead.engines.levels import HIGHEST, level, ratings
from crownhead.errors import EngineError
from crownhead.variants import Variant

FIRST = 3
"""Where a newcomer begins."""
FADING = 0.9
"""A game counts so much of the one after it: people learn, and have bad days."""
DOUBT = 500.0
"""How far a newcomer's strength may be from that of the first level, in Elo."""
MOST_STEPS = 2
"""A level moves no further from one game to the next."""
_SCALE = 400.0
_HALVINGS = 40


def adapt(
    results: Iterable[tuple[int, float]], variant: Variant | None = None, first: int = FIRST
) -> int:
    """Return the level whose measured rating is nearest to what a player's results say of him.

    `results` are his games against the computer so far, the oldest first: the level he met and his
    score (1, 0.5 or 0); all of the same game, or of games that are like it. The estimate is the
    most likely strength, later games counting more, if newcomers are about as strong as level
    `first`. Raises `EngineError` for a level or a score that there is not.

    >>> adapt([]), adapt([(3, 1), (3, 1), (3, 1)]), adapt([(3, 0), (3, 0), (3, 0)])
    (3, 5, 1)
    >>> adapt([(4, 1), (4, 0), (4, 0.5), (4, 0.5)])
    4
    """
    known = ratings(variant)
    games = list(results)
    for met, score in games:
        level(met)
        if not 0 <= score <= 1:
            raise EngineError(f"A score of {score!r} is not within 0..1")
    strength = _strength(games, known, known[level(first).number - 1])
    nearest = min(range(HIGHEST.number), key=lambda n: abs(known[n] - strength)) + 1
    if not games:
        return nearest
    last = games[-1][0]
    return min(max(nearest, last - MOST_STEPS), last + MOST_STEPS)


def _strength(games: list[tuple[int, float]], known: tuple[int, ...], first: int) -> float:
    """Return the rating at which the results are just as good as could be expected."""
    low, high = float(known[0] - 1000), float(known[-1] + 1000)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        more = (first - middle) / DOUBT**2 * _SCALE / math.log(10)
        weight = 1.0
        for met, score in reversed(games):
            expected = 1 / (1 + 10 ** ((known[met - 1] - middle) / _SCALE))
            more += weight * (score - expected)
            weight *= FADING
        if more > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
