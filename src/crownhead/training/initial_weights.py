"""The weights that a fit starts from, and the recipe that made them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from crownhead._core import Weights
from crownhead.training.failure import TrainingError
from crownhead.weights import InvalidWeights, read


@dataclass(frozen=True, slots=True)
class InitialWeights:
    """Hold a network and its recipe, which tells the games it has learnt from."""

    weights: Weights = field(repr=False)
    recipe: dict[str, Any]
    unit: float
    """Hundredths of a man for one of log-odds."""

    @property
    def generations(self) -> list[dict[str, Any]]:
        """Return the recipes of this network and of those that it went on from, oldest first."""
        last = dict(self.recipe)
        return [*last.pop("before", []), last]

    @classmethod
    def read(cls, path: Path) -> InitialWeights:
        """Read a file of weights, and the recipe that `export` wrote beside it.

        Raises `TrainingError` where one of them is none, or not of the other.
        """
        try:
            weights = read(path.read_bytes())
            recipe = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            made, unit = int(recipe["id"], 16), float(recipe["unit"])
            if not 0 < unit < inf:
                raise ValueError(f"unit={unit} is no positive number")
        except (OSError, InvalidWeights, ValueError, KeyError, TypeError) as error:
            raise TrainingError(f"Fit: {path} and its recipe cannot be read ({error})") from error
        if made != weights.id:
            raise TrainingError(f"Fit: the recipe beside {path} is of other weights")
        return cls(weights, recipe, unit)
