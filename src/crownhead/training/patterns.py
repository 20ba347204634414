"""Fit pattern weights: logistic regression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from crownhead import _core
from crownhead.rulesets import ruleset
from crownhead.training.failure import TrainingError
from crownhead.training.limits import check, check_whole
from crownhead.training.start import Start
from crownhead.variants import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternFitting:
    """Hold how pattern weights are fitted.

    `result_share` of what a position should be worth is the result of its game, the rest the score
    of the search; a score is read as log-odds by `score_unit` hundredths of a man for one. `prior`
    is one over the variance that weights are expected to have, for terms, parts of patterns, and
    patterns. Patterns seen less than `least` times stay 0. The step falls from `rate` to 0.
    """

    kind: ClassVar[str] = "patterns"

    result_share: float = 0.0
    score_unit: float = 90.0
    prior: tuple[float, float, float] = (0.1, 3.0, 10.0)
    rate: float = 0.03
    epochs: int = 5
    least: int = 8
    seed: int = 1

    def __post_init__(self) -> None:
        check(
            "Fit",
            ("result_share", self.result_share, 0, 1),
            ("score_unit", self.score_unit, 1, 10_000),
            ("rate", self.rate, 1e-6, 10),
            *(("prior", width, 0, 1e9) for width in self.prior),
        )
        check_whole(
            "Fit",
            ("epochs", self.epochs, 1, 10_000),
            ("least", self.least, 0, 2**31 - 1),
            ("seed", self.seed, 0, 2**63 - 1),
        )

    def fitter(self, variant: Variant, start: Start | None = None) -> _core.PatternFit:
        """Return what takes in the games of a variant and learns.

        Raises `TrainingError` where a start is given: patterns are learnt as a whole.
        """
        if start is not None:
            raise TrainingError("Fit: patterns cannot go on from weights of before")
        return _core.PatternFit(ruleset(variant))

    def learn(self, fitter: _core.PatternFit, number: int, threads: int) -> float:
        """Go through all samples for the pass of this number, and return their mean loss.

        `threads` is of no use here: one sample changes what the next one sees.
        """
        return fitter.epoch(
            rate=self.rate * (1 - number / self.epochs),
            prior=self.prior,
            seed=self.seed + number,
            result_share=self.result_share,
            score_unit=self.score_unit,
        )

    def payload(self, fitter: _core.PatternFit, unit: float) -> bytes:
        """Return the payload of a file of weights; `unit` is hundredths of a man for log-odds."""
        return fitter.payload(unit=unit, least=self.least, grain=1)
