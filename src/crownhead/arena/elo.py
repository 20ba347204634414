"""Elo as a function of the expected score, and back."""

from __future__ import annotations

import math

SCALE = 400 / math.log(10)
"""Elo is `SCALE` times the logarithm of the odds."""
NORMAL_SCALE = 800 / math.log(10)
"""Normalised Elo is this many times the score above one half in standard deviations of a game."""
SURE = 1.959963984540054
"""A normal variable lies within so many standard deviations in 95 of 100 cases."""


def expected_score(elo: float) -> float:
    """Return the expected score of a player who is `elo` better.

    >>> round(expected_score(200), 4)
    0.7597
    """
    return 1 / (1 + math.exp(-elo / SCALE))


def logistic(score: float) -> float:
    """Return the difference in Elo that an expected score means; infinite at 0 and 1.

    >>> round(logistic(0.75), 2), logistic(1)
    (190.85, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return SCALE * math.log(score / (1 - score))


def below(deviations: float) -> float:
    """Return the probability that a standard normal variable is below this value.

    >>> below(0), round(below(SURE), 3)
    (0.5, 0.975)
    """
    return 0.5 * math.erfc(-deviations / math.sqrt(2))
