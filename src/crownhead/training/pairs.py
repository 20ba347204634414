"""A file of pairs of a gate: a line of settings in JSON, then a line for each pair.

A line holds the number of the pair and its half points, 0 to 4, or -1 where it was not played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from crownhead.training.failure import TrainingError
from crownhead.training.stored import Stored, head

_LINE = re.compile(rb"([0-9]{1,15}) (-1|[0-4])\n")


class Pairs(Stored):
    """Append the half points of pairs to a file; `points` are those in it, in order.

    Raises `TrainingError` where the file is in use, damaged, or was made with other settings.
    """

    format = "crownhead gate 1"
    kind = "pairs"

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.points: list[int] = []
        super().__init__(path, settings)

    def append(self, points: int) -> None:
        """Write the half points of pair `next`."""
        self.write(f"{self.next} {points}\n".encode())
        self._add(points)

    def settings(self, file: BinaryIO) -> Mapping[str, Any]:
        return head(file, self.path, self.format, self.kind)

    def take(self, file: BinaryIO) -> int:
        end = file.tell()
        for line in file:
            if not line.endswith(b"\n"):
                break  # it was cut off
            found = _LINE.fullmatch(line)
            if found is None or int(found[1]) != self.next:
                raise TrainingError(f"{self.path} is damaged before pair {self.next}")
            self._add(int(found[2]))
            end += len(line)
        return end

    def _add(self, points: int) -> None:
        self.points.append(points)
        self.next = len(self.points)
