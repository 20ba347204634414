"""How a small network is fitted: steps along the gradient of batches of positions."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi

from crownhead import _core
from crownhead.renamed import formerly
from crownhead.rulesets import ruleset
from crownhead.training.board import check_board
from crownhead.training.checks import check, check_whole
from crownhead.training.failure import TrainingError
from crownhead.training.initial_weights import InitialWeights
from crownhead.variants import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """Hold how a network is fitted.

    `result_share` of what a position should be worth is the result of its game, the rest the score
    of the search; a score is read as log-odds by `score_unit` hundredths of a man for one. The
    weights move after each `batch` of positions, by steps that fall from `rate` to a fiftieth of it
    along half a wave.
    """

    result_share: float = 0.25
    score_unit: float = 90.0
    rate: float = 0.002
    epochs: int = 10
    batch: int = 1024
    seed: int = 1

    def __post_init__(self) -> None:
        check(
            "Fit",
            ("result_share", self.result_share, 0, 1),
            ("score_unit", self.score_unit, 1, 10_000),
            ("rate", self.rate, 1e-6, 1),
        )
        check_whole(
            "Fit",
            ("epochs", self.epochs, 1, 10_000),
            ("batch", self.batch, 1, 1_000_000),
            ("seed", self.seed, 0, 2**63 - 1),
        )

    def rate_after(self, epochs: float) -> float:
        """Return how far a step goes after so many passes.

        >>> round(Fitting(rate=0.002, epochs=10).rate_after(10), 6)
        4e-05
        """
        return self.rate * (0.02 + 0.98 * (1 + cos(pi * epochs / self.epochs)) / 2)

    def fitter(self, variant: Variant, start: InitialWeights | None = None) -> _core.NetworkFit:
        """Return what takes in the games of a variant and learns, from `start` on where given.

        Raises `TrainingError` where that is of another board.
        """
        weights, unit = (None, 1.0) if start is None else (start.weights, start.unit)
        check_board("Fit", variant, weights)
        return _core.NetworkFit(ruleset(variant), seed=self.seed, start=weights, unit=unit)

    def learn(self, fitter: _core.NetworkFit, number: int, threads: int) -> float:
        """Go through all samples for the pass of this number, and return their mean loss.

        What is learnt does not depend on `threads`.
        """
        return fitter.epoch(
            rates=(self.rate_after(number), self.rate_after(number + 1)),
            batch=self.batch,
            seed=self.seed + number,
            threads=threads,
            result_share=self.result_share,
            score_unit=self.score_unit,
        )

    def held_out_loss(self, fitter: _core.NetworkFit) -> float:
        """Return the mean loss on the games kept back."""
        return fitter.held_out(result_share=self.result_share, score_unit=self.score_unit)

    held_out = formerly("held_out", held_out_loss)

    def go_on(self, fitter: _core.NetworkFit, passes: int, state: bytes) -> bool:
        """Take up the state after so many passes; False where it is of another network."""
        return fitter.restore(state, [self.seed + number for number in range(passes)])

    def payload(self, fitter: _core.NetworkFit, unit: float) -> bytes:
        """Return the payload of a file of weights; `unit` is hundredths of a man for log-odds.

        Raises `TrainingError` where the weights are too large for it: because they have grown, or
        because so little was learnt that `unit` is huge.
        """
        payload = fitter.payload(unit=unit)
        if not payload:
            raise TrainingError(
                "Fit: the weights are too large for a file; learn by smaller steps (rate), or,"
                " where little was learnt, for more passes (epochs)"
            )
        return payload
