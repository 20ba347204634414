"""Checkpoints: what a fit has learnt after some of its passes, in a file beside its output."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from crownhead import atomic
from crownhead.arena.settings import differing
from crownhead.training.failure import TrainingError

FORMAT = "crownhead fit under way 1"
Losses: TypeAlias = tuple[float, float]
"""Mean losses after a pass: of the samples, and of the games kept back."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Hold the losses of the passes so far, and the state of the network after them."""

    losses: Sequence[Losses]
    state: bytes = field(repr=False)

    def write(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Write a line of JSON and the compressed state, in place of what was there before."""
        head = {"format": FORMAT, "settings": settings, "losses": self.losses}
        atomic.write(path, json.dumps(head), "\n", zlib.compress(self.state, 1))

    @classmethod
    def read(cls, path: Path, settings: Mapping[str, Any]) -> Checkpoint | None:
        """Read what `write` wrote; None where there is no file.

        Raises `TrainingError` where it is something else, or of other settings.
        """
        try:
            line, _, packed = path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        try:
            head = json.loads(line)
            if head["format"] != FORMAT:
                raise ValueError("another format")
            wrong = differing(head["settings"], settings)
            checkpoint = cls(
                [(float(a), float(b)) for a, b in head["losses"]], zlib.decompress(packed)
            )
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
            raise TrainingError(f"{path} holds no fit under way ({error})") from error
        if wrong:
            raise TrainingError(
                f"{path} is of a fit with other settings: {wrong}; remove it to begin anew"
            )
        return checkpoint
