"""Ratings of players from their results: Glicko-2, with periods that need not be whole.

A rating is a number for the strength, how uncertain it is (`deviation`), and how much the strength
goes up and down (`volatility`). `update` computes what follows from games; where a game counts at
once, the time since the last one says how much the deviation has grown, as a fraction of a period.

Mark E. Glickman, "Example of the Glicko-2 system", 2013: http://www.glicko.net/glicko/glicko2.pdf
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt

from crownhead.renamed import formerly

TAU = 0.5
"""How much volatilities change; Glickman recommends 0.3 to 1.2."""
FIRST, FIRST_DEVIATION, FIRST_VOLATILITY = 1500.0, 350.0, 0.06
"""What is known of somebody who has not played: nothing."""
LEAST_DEVIATION = 45.0
"""No player is better known, or nothing would move him any more."""
PROVISIONAL = 110.0
"""A rating with a larger deviation says little."""
_SCALE = 173.7178
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, in points of which 200 are three wins of four.

    >>> str(Rating(1512.4, 80.0)), str(Rating())
    ('1512', '1500?')
    """

    value: float = FIRST
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY

    @property
    def provisional(self) -> bool:
        """Return whether it says little yet."""
        return self.deviation > PROVISIONAL

    def __str__(self) -> str:
        """Return the points, with a question mark while they are provisional."""
        return f"{self.value:.0f}" + ("?" if self.provisional else "")

    def age(self, periods: float) -> Rating:
        """Return the rating after so many periods without a game: as high, but less certain.

        >>> round(Rating(1500, 50).age(10).deviation, 1)
        59.9
        """
        spread = sqrt((self.deviation / _SCALE) ** 2 + max(0.0, periods) * self.volatility**2)
        return Rating(self.value, min(FIRST_DEVIATION, spread * _SCALE), self.volatility)

    aged = formerly("aged", age)

    def expected_score(self, other: Rating) -> float:
        """Return the score that is expected against somebody, from 0 to 1, both as they stand.

        >>> round(Rating(1700, 50).expected_score(Rating(1500, 50)), 2)
        0.75
        """
        both = sqrt(self.deviation**2 + other.deviation**2) / _SCALE
        return _expect((self.value - other.value) / _SCALE, both)

    expected = formerly("expected", expected_score)


Result = tuple[Rating, float]
"""Whom somebody has played, and his score: 1, 0.5 or 0."""


def update(
    rating: Rating, results: Iterable[Result], periods: float = 1.0, tau: float = TAU
) -> Rating:
    """Return the rating after games, `periods` after it was computed.

    Without games it only ages. The deviation does not fall below `LEAST_DEVIATION`.

    >>> games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> after = update(Rating(1500, 200, 0.06), games)
    >>> f"{after.value:.2f} {after.deviation:.2f} {after.volatility:.5f}"
    '1464.05 151.52 0.06000'
    """
    played = list(results)
    if not played:
        return rating.age(periods)
    mu, phi = (rating.value - FIRST) / _SCALE, rating.deviation / _SCALE
    information = gain = 0.0
    for other, score in played:
        weight = _weight(other.deviation / _SCALE)
        expected = _expect(mu - (other.value - FIRST) / _SCALE, other.deviation / _SCALE)
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(phi, rating.volatility, variance, variance * gain, tau)
    before = phi**2 + max(0.0, periods) * volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    deviation = min(FIRST_DEVIATION, max(LEAST_DEVIATION, after * _SCALE))
    return Rating(FIRST + (mu + after**2 * gain) * _SCALE, deviation, volatility)


def _weight(phi: float) -> float:
    """Return how much a game counts against somebody whose strength is so uncertain."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expect(ahead: float, phi: float) -> float:
    return 1 / (1 + exp(-_weight(phi) * ahead))


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Return the volatility that fits the results best (Glickman's step 5, the Illinois method)."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        step = 1
        while slope(start - step * tau) < 0:
            step += 1
        high = start - step * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        there = slope(between)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, there
    return exp(low / 2)
