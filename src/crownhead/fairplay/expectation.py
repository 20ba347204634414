"""What is expected of a player of a rating where he has a real choice.

The figures were fitted by `python3 dev.py bench fairplay` to games of the ten levels, whose ratings
are known; docs/fairplay.md says to how many.
"""

from __future__ import annotations

import math

Fit = tuple[float, float]
"""What is expected at 1500, and how much 400 points add."""

AGREEMENT: dict[str, dict[bool, Fit]] = {
    "": {False: (0.638, 1.045), True: (-1.010, 0.369)},
    "english": {False: (1.237, 1.176), True: (-1.144, 0.213)},
    "brazilian": {False: (1.188, 1.249), True: (-0.558, 0.596)},
    "russian": {False: (1.011, 1.176), True: (-0.731, 0.489)},
    "international": {False: (-0.101, 1.095), True: (-1.409, 0.309)},
}
"""The log odds of agreement by game ("": any other), for easy and for hard choices."""
COST: dict[str, dict[bool, Fit]] = {
    "": {False: (3.686, -0.493), True: (4.218, -0.209)},
    "english": {False: (3.142, -0.627), True: (3.989, -0.230)},
    "brazilian": {False: (3.405, -0.652), True: (4.138, -0.288)},
    "russian": {False: (3.547, -0.595), True: (4.173, -0.309)},
    "international": {False: (4.088, -0.393), True: (4.366, -0.174)},
}
"""The logarithm of the mean cost, in hundredths of a man, likewise."""
SPREAD = 1.19
"""How many times the variance of agreement is that of coins: choices of one game are alike."""


def expected_agreement(rating: float, variant: str = "", *, hard: bool) -> float:
    """Return the share of choices in which a player of a rating finds the engine's move.

    >>> 0 < expected_agreement(800, hard=True) < expected_agreement(2000, hard=True) < 1
    True
    """
    base, slope = AGREEMENT.get(variant, AGREEMENT[""])[hard]
    return 1 / (1 + math.exp(-(base + slope * (rating - 1500) / 400)))


def expected_cost(rating: float, variant: str = "", *, hard: bool) -> float:
    """Return what a choice costs a player of a rating on the average, in hundredths of a man.

    >>> expected_cost(800, hard=False) > expected_cost(2000, hard=False) > 0
    True
    """
    base, slope = COST.get(variant, COST[""])[hard]
    return math.exp(base + slope * (rating - 1500) / 400)
