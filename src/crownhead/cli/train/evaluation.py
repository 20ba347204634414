"""Read which evaluation plays: the one made by hand, or a file of weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from crownhead._core import Weights
from crownhead.cli.arguments import Refused
from crownhead.weights import InvalidWeights, read

HAND = "hand"


class EvaluationArgument(click.ParamType["Weights | None"]):
    """Read `hand` as None and anything else as a file of weights."""

    name = "evaluation"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Weights | None:
        if value is None or isinstance(value, Weights) or value == HAND:
            return value if isinstance(value, Weights) else None
        try:
            return read(Path(value).read_bytes())
        except (InvalidWeights, OSError) as error:
            raise Refused(f"{value}: {error}") from error
