"""The sequential probability ratio test on pairs of games.

A hypothesis says what the expected score is, not how wins, draws and losses make it up. So of all
distributions with that score the one is taken that explains the counts best (the generalised test,
GSPRT). A result that no pair has had yet counts as `UNSEEN` pairs, a thousandth of one: it may
still come, so no distribution may call it impossible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from crownhead.arena.elo import NORMAL_SCALE, expected_score
from crownhead.arena.failure import ArenaError
from crownhead.arena.pentanomial import SCORES, Pentanomial

Model = Literal["logistic", "normalized"]
Verdict = Literal["H0", "H1"]

UNSEEN = 0.001
MOST_ELO = 1000.0
_ERRORS = (0.05, 0.05)
_STEPS = 200
_EXACT = 1e-13


@dataclass(frozen=True, slots=True)
class Sprt:
    """Hold the bounds of a test: is the first player `elo1` better rather than `elo0`?

    With true Elo `elo0` it accepts H1 with a probability of at most about `alpha`, with `elo1` H0
    with at most about `beta`. In the normalised model the bounds are normalised Elo. Raises
    `ArenaError` for bounds that make no test.

    >>> test = Sprt(-10, 0)
    >>> round(test.lower, 3), round(test.upper, 3)
    (-2.944, 2.944)
    >>> test.verdict(Pentanomial((60, 250, 400, 160, 30)))
    'H0'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ArenaError(
                f"SPRT: elo0={self.elo0:g} must be less than elo1={self.elo1:g},"
                f" both within {MOST_ELO:g}",
                "sprt_bounds",
                low=self.elo0,
                high=self.elo1,
                most=MOST_ELO,
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ArenaError(
                    f"SPRT: {name}={value:g} is not between 0 and 0.5",
                    "sprt_error",
                    name=name,
                    value=value,
                )
        if self.model not in get_args(Model):
            raise ArenaError(
                f"SPRT: {self.model!r} is neither logistic nor normalized",
                "sprt_model",
                text=self.model,
            )

    @classmethod
    def parse(cls, text: str, model: Model = "logistic") -> Sprt:
        """Read `elo0,elo1[,alpha[,beta]]`.

        >>> Sprt.parse("0,5,0.01")
        Sprt(elo0=0.0, elo1=5.0, alpha=0.01, beta=0.05, model='logistic')
        """
        parts = text.split(",")
        try:
            numbers = [float(part) for part in parts]
        except ValueError:
            numbers = []
        if not 2 <= len(numbers) <= 4:
            raise ArenaError(
                f"SPRT: {text[:60]!r} is not elo0,elo1[,alpha[,beta]]", "sprt", text=text[:60]
            )
        alpha, beta = (*numbers[2:], *_ERRORS[len(numbers) - 2 :])
        return cls(numbers[0], numbers[1], alpha, beta, model)

    @classmethod
    def of(cls, test: str | Sprt | Sequence[float] | None) -> Sprt | None:
        """Return the test that a text, or the numbers of it, describe; None for none.

        >>> Sprt.of((0, 100)) == Sprt.of("0,100")
        True
        """
        if isinstance(test, str):
            return cls.parse(test) if test else None
        if test is None or isinstance(test, cls):
            return test
        if not isinstance(test, Sequence):
            raise TypeError(
                f"A test is an Sprt, a text '0,5' or its numbers (0, 5), not {type(test).__name__}"
            )
        return cls.parse(",".join(map(str, test)))

    @property
    def lower(self) -> float:
        """Return the ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pentanomial) -> float:
        """Return the logarithm of the likelihood ratio (LLR) of H1 to H0.

        >>> round(Sprt(0, 10).ratio(Pentanomial((0, 0, 100, 0, 0))), 2)
        -2.91
        """
        if not pairs.pairs:
            return 0.0
        cells = [count or UNSEEN for count in pairs.counts]
        if self.model == "normalized":
            return _normalize(cells, self.elo0, self.elo1)
        total = 0.0
        lows = _likeliest(cells, expected_score(self.elo0))
        highs = _likeliest(cells, expected_score(self.elo1))
        for cell, low, high in zip(cells, lows, highs, strict=True):
            total += cell * math.log(high / low)
        return total

    def verdict(self, pairs: Pentanomial) -> Verdict | None:
        """Return the hypothesis that the counts accept, None while the test goes on."""
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else None


def _likeliest(cells: Sequence[float], score: float) -> list[float]:
    """Return the likeliest distribution with this expected score, given the counts.

    With a Lagrange multiplier x it is p / (1 + x (s - score)), p the observed share of a cell and
    s its score; x is the one root of a falling function between two poles (Newton's method, and
    halving where that leaves the interval).
    """
    whole = sum(cells)
    shares = [cell / whole for cell in cells]
    offsets = [value - score for value in SCORES]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    x, last = 0.0, high - low
    for _ in range(_STEPS):
        terms = [d / (1 + x * d) for d in offsets]
        value = sum(p * t for p, t in zip(shares, terms, strict=True))
        if abs(value) < _EXACT:
            break
        low, high = (x, high) if value > 0 else (low, x)
        step = value / sum(p * t * t for p, t in zip(shares, terms, strict=True))
        # Beside a pole the steps are tiny however far the root is.
        if not low < x + step < high or abs(2 * step) > last:
            step = (low + high) / 2 - x
        last = abs(step)
        x += step
    return [p / (1 + x * d) for p, d in zip(shares, offsets, strict=True)]


def _normalize(cells: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the ratio for bounds in standard deviations of one game, as in Student's test."""
    whole = sum(cells)
    mean = sum(c * s for c, s in zip(cells, SCORES, strict=True)) / whole
    variance = sum(c * (s - mean) ** 2 for c, s in zip(cells, SCORES, strict=True)) / whole
    seen = (mean - 0.5) / math.sqrt(variance)
    per_pair = math.sqrt(2) / NORMAL_SCALE
    far = 1 + (seen - elo0 * per_pair) ** 2
    near = 1 + (seen - elo1 * per_pair) ** 2
    return whole / 2 * math.log(far / near)
