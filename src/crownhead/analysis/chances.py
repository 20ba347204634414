"""From scores to winning chances, and from chances lost to accuracy; reckoned by the core."""

from __future__ import annotations

from collections.abc import Iterable

from crownhead import _core


def bounded(score: int) -> int:
    """Return a score as costs are measured, a win on the board being ten men.

    >>> bounded(29_990), bounded(-45)
    (1000, -45)
    """
    return _core.bounded(score)


def chance(score: int) -> float:
    """Return the share of the points that a score promises, from 0 to 1.

    At 140 hundredths of a man the stronger side scores 73 %.

    >>> round(chance(0), 2), round(chance(140), 2), round(chance(-29_000), 2)
    (0.5, 0.73, 0.0)
    """
    return _core.chance(score)


def accuracy(lost: Iterable[float]) -> float | None:
    """Return how well a side played, 100 for no chance lost; None without a move.

    >>> accuracy([0.0, 0.0]), accuracy([]), accuracy([0.0, 0.5])
    (100.0, None, 61.2)
    """
    return _core.accuracy(list(lost))
