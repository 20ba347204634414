"""From scores to winning chances, and from chances lost to accuracy."""

from __future__ import annotations

import math
from collections.abc import Iterable

SCALE = 140
"""Hundredths of a man at which the stronger side scores 73 %."""

DECIDED = 1_000
"""Hundredths of a man that a win counts: costs are measured up to here."""


def bounded(score: int) -> int:
    """Return a score as costs are measured, a win on the board being ten men.

    >>> bounded(29_990), bounded(-45)
    (1000, -45)
    """
    return max(-DECIDED, min(DECIDED, score))


def chance(score: int) -> float:
    """Return the share of the points that a score promises, from 0 to 1.

    >>> round(chance(0), 2), round(chance(140), 2), round(chance(-29_000), 2)
    (0.5, 0.73, 0.0)
    """
    return 1 / (1 + math.exp(-bounded(score) / SCALE))


def accuracy(lost: Iterable[float]) -> float | None:
    """Return how well a side played, 100 for no chance lost; None without a move.

    >>> accuracy([0.0, 0.0]), accuracy([]), accuracy([0.0, 0.5])
    (100.0, None, 61.2)
    """
    kept = [math.exp(-3 * share) for share in lost]
    return round(100 * sum(kept) / len(kept), 1) if kept else None
