"""Read which evaluation plays: the one made by hand, or a file of weights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from crownhead._core import Weights
from crownhead.cli.arguments import Refused
from crownhead.training.failure import TrainingError
from crownhead.training.initial_weights import InitialWeights
from crownhead.variants import Variant
from crownhead.weights import InvalidWeights, read

HAND = "hand"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Hold weights, None for the evaluation made by hand, and the file they were read from."""

    weights: Weights | None
    path: Path | None

    @property
    def id(self) -> int:
        """Return the id of the weights, 0 for the evaluation made by hand."""
        return 0 if self.weights is None else self.weights.id

    def say_whose(self, variant: Variant) -> None:
        """Warn on the error stream where the recipe beside the file is of another game."""
        if self.path is None:
            return
        try:
            made = InitialWeights.read(self.path).recipe.get("variant", variant.key)
        except TrainingError:
            return
        if made != variant.key:
            click.echo(f"{self.path}: weights of {made} play {variant.key}", err=True)


class EvaluationArgument(click.ParamType["Evaluation"]):
    """Read `hand`, or a file of weights."""

    name = "evaluation"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Evaluation:
        if isinstance(value, Evaluation):
            return value
        if value == HAND:
            return Evaluation(None, None)
        path = Path(value)
        try:
            return Evaluation(read(path.read_bytes()), path)
        except InvalidWeights as error:
            raise Refused(f"{value}: {error}") from error
        except OSError as error:
            raise Refused(f"{value}: {error.strerror}") from error
