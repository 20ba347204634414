"""Write fitted weights as the package carries them, with the recipe that made them beside."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crownhead import _core
from crownhead.rulesets import ruleset
from crownhead.training.failure import TrainingError
from crownhead.training.fit import Fitted
from crownhead.variants import get

MOST_BYTES = 500_000
"""What a browser loads for one game, compressed."""
_HEAD = 4


@dataclass(frozen=True, slots=True)
class Exported:
    """Hold where weights were written, how large they are, and their id."""

    path: Path
    size: int
    id: int


def export(
    fitted: Fitted, folder: Path, *, grain: int = 8, log: dict[str, Any] | None = None
) -> Exported:
    """Write `KEY.weights` and `KEY.json` into the folder.

    Weights of patterns are rounded to multiples of `grain` sixteenths of a hundredth of a man,
    which makes the file smaller. `log` joins the recipe: what the gate said. Raises
    `TrainingError` where the file would be larger than a browser should load, and where the weights
    fit no board.
    """
    if not 1 <= grain <= 1000:
        raise TrainingError(f"Export: grain={grain} is not within 1..1000")
    variant = get(fitted.variant)
    payload = fitted.payload if fitted.network else _rounded(fitted.payload, grain)
    file = _core.weights_file(ruleset(variant), payload, network=fitted.network)
    try:
        weights = _core.Weights(file)
    except ValueError as error:
        raise TrainingError(f"Export: {error}") from error
    packed = zlib.compress(file, 9)
    if len(packed) > MOST_BYTES:
        raise TrainingError(f"Export: {len(packed)} bytes are more than {MOST_BYTES}; raise grain")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{variant.key}.weights"
    path.write_bytes(packed)
    rounded = {} if fitted.network else {"grain": grain}
    recipe = {**fitted.recipe, **rounded, "id": f"{weights.id:016x}", **(log or {})}
    beside = path.with_suffix(".json")
    beside.write_text(json.dumps(recipe, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return Exported(path, len(packed), weights.id)


def _rounded(payload: bytes, grain: int) -> bytes:
    if grain == 1 or len(payload) % 2:
        return payload
    numbers = array("h", payload[_HEAD:])
    if sys.byteorder == "big":
        numbers.byteswap()
    half = grain // 2
    most = 32_767 // grain * grain
    known = {n: max(-most, min(most, (n + half) // grain * grain)) for n in set(numbers)}
    rounded = array("h", map(known.__getitem__, numbers))
    if sys.byteorder == "big":
        rounded.byteswap()
    return payload[:_HEAD] + rounded.tobytes()
