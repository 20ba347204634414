"""Write fitted weights as the package carries them, with the recipe that made them beside."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path

from crownhead import _core, atomic
from crownhead.rulesets import ruleset
from crownhead.training.failure import TrainingError
from crownhead.training.fit import Fitted
from crownhead.variants import get


@dataclass(frozen=True, slots=True)
class Exported:
    """Hold where weights were written, how large they are, and their id."""

    path: Path
    size: int
    id: int


def export(fitted: Fitted, folder: Path) -> Exported:
    """Write `KEY.weights` and `KEY.json` into the folder.

    Raises `TrainingError` where the weights fit no board.
    """
    variant = get(fitted.variant)
    file = _core.weights_file(ruleset(variant), fitted.payload)
    try:
        weights = _core.Weights(file)
    except ValueError as error:
        raise TrainingError(f"Export: {error}") from error
    packed = zlib.compress(file, 9)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{variant.key}.weights"
    atomic.write(path, packed)
    recipe = {**fitted.recipe, "id": f"{weights.id:016x}"}
    beside = path.with_suffix(".json")
    atomic.write(beside, json.dumps(recipe, indent=1, sort_keys=True) + "\n")
    return Exported(path, len(packed), weights.id)
