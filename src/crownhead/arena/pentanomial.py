"""Counts of pairs of games by their score, and what follows from them.

The two games of a pair begin with the same opening, so their results are not independent, and the
variance of single games would be too large. Pairs are independent: all is computed from them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from crownhead.arena.elo import NORMAL_SCALE, SURE, below, logistic

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair, per game, for 0, ½, 1, 1½ and 2 points."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with the ends of its 95 % interval; infinite where the counts say no more."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """Count the complete pairs in which the first player made 0, ½, 1, 1½ and 2 points.

    >>> pairs = Pentanomial((2, 10, 40, 14, 4))
    >>> pairs.pairs, round(pairs.mean, 4), round(pairs.elo.value, 1)
    (70, 0.5286, 19.9)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def plus(self, points: int) -> Pentanomial:
        """Return the counts with a pair of so many half points (0 to 4) more.

        >>> Pentanomial().plus(3).counts
        (0, 0, 0, 1, 0)
        """
        raised = [count + (place == points) for place, count in enumerate(self.counts)]
        return Pentanomial((raised[0], raised[1], raised[2], raised[3], raised[4]))

    @property
    def pairs(self) -> int:
        """Return the number of pairs."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """Return the mean score per game; one half without pairs."""
        if not self.pairs:
            return 0.5
        return sum(c * s for c, s in zip(self.counts, SCORES, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """Return the variance of a pair's score per game, with the number of pairs below."""
        if not self.pairs:
            return 0.0
        mean = self.mean
        squares = (c * (s - mean) ** 2 for c, s in zip(self.counts, SCORES, strict=True))
        return sum(squares) / self.pairs

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        return math.sqrt(self.variance / self.pairs) if self.pairs else math.inf

    @property
    def elo(self) -> Estimate:
        """Return the logistic Elo of the first player above the second.

        The interval of the score, the mean with 1.96 standard errors on either side, is mapped.
        Pairs that are all alike say nothing of the error.

        >>> Pentanomial((0, 0, 9, 0, 0)).elo
        Estimate(value=0.0, low=-inf, high=inf)
        """
        mean, reach = self.mean, SURE * self.error if self.variance else math.inf
        return Estimate(logistic(mean), logistic(mean - reach), logistic(mean + reach))

    @property
    def bound(self) -> float | None:
        """Return what the Elo is beyond, where one side has won every game; else None.

        Whoever wins n games of n has an expected score of at least 0.05 ** (1 / n), or has had
        luck that comes once in twenty times: its Elo is the bound, positive for the first player.

        >>> round(Pentanomial((0, 0, 0, 0, 50)).bound or 0, -1), Pentanomial((0, 0, 1, 0, 1)).bound
        (610.0, None)
        """
        wins, losses = self.counts[-1], self.counts[0]
        if not self.pairs or self.pairs not in (wins, losses):
            return None
        least = logistic(0.05 ** (1 / (2 * self.pairs)))
        return least if wins else -least

    @property
    def normalized(self) -> Estimate:
        """Return normalised Elo: the score above one half in standard deviations of one game.

        A game's variance is taken to be twice that of a pair's mean score.
        """
        if not self.variance:
            value = 0.0 if self.mean == 0.5 else math.copysign(math.inf, self.mean - 0.5)
            return Estimate(value, -math.inf, math.inf)
        value = NORMAL_SCALE * (self.mean - 0.5) / math.sqrt(2 * self.variance)
        reach = NORMAL_SCALE * SURE / math.sqrt(2 * self.pairs)
        return Estimate(value, value - reach, value + reach)

    @property
    def superiority(self) -> float | None:
        """Return the likelihood that the first player is the stronger one (LOS).

        None without pairs, and where all are alike and not even: no error is known then.

        >>> Pentanomial((5, 5, 5, 5, 5)).superiority, Pentanomial((0, 1, 0, 0, 0)).superiority
        (0.5, None)
        """
        above = self.mean - 0.5
        if self.variance:
            return below(above / self.error)
        return None if above or not self.pairs else 0.5
