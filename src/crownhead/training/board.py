"""The board that weights and a game must have in common."""

from __future__ import annotations

from crownhead._core import Weights, evaluate
from crownhead.position import Position
from crownhead.training.failure import TrainingError
from crownhead.variants import Variant


def check_board(what: str, variant: Variant, weights: Weights | None) -> None:
    """Check that weights, where there are any, are of the board of a game.

    Raises `TrainingError`.
    """
    if weights is None:
        return
    try:
        evaluate(Position.initial(variant), weights)
    except ValueError as error:
        raise TrainingError(f"{what}: {error} than {variant.key}") from error
