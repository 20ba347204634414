"""From scores to winning chances, and from chances lost to accuracy; reckoned by the core."""

from __future__ import annotations

from collections.abc import Iterable

from crownhead import _core


def bound_score(score: int) -> int:
    """Return a score as costs are measured, a win on the board being ten men.

    >>> bound_score(29_990), bound_score(-45)
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


def given_away(best_score: int, score: int, men: int = 0) -> float:
    """Return how much a move gave away, from 0 to 1 for two men or more.

    Where the game is lost anyway, and scores tell no more, `men` count: the pieces that the best
    move would have kept.

    >>> given_away(0, -50), given_away(-29_900, -29_900, men=1)
    (0.25, 0.5)
    """
    return _core.given_away(best_score, score, men)


def accuracy(given: Iterable[float]) -> float | None:
    """Return how well a side played that gave away so much; None without a move.

    >>> accuracy([0.0, 0.0]), accuracy([0.0, 0.5]), accuracy([])
    (100.0, 44.9, None)
    """
    return _core.accuracy(list(given))
