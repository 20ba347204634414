"""Files that training goes on with: a line of settings in JSON, then pieces that are appended.

A piece is written whole and follows from the settings and its number, so a file that was cut off is
gone on with after its last whole piece, and then is the same, byte for byte, as one made in one go.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from crownhead.arena.settings import differing
from crownhead.locking import try_lock
from crownhead.training.failure import TrainingError

_LONGEST_LINE = 100_000


class Stored(ABC):
    """Append to a file; `next` is the number of the first piece it lacks.

    Raises `TrainingError` where the file is in use or was made with other settings.
    """

    format: str
    kind: str
    """What a file of this format is called."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.next = 0
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by close()
        try:
            if not try_lock(self._file):
                raise TrainingError(f"{path} is in use by another run")
            if os.fstat(self._file.fileno()).st_size:
                self._go_on(settings)
            else:
                self.write(json.dumps({"format": self.format, **settings}).encode() + b"\n")
        except BaseException:
            self.close()
            raise

    def write(self, content: bytes) -> None:
        """Append bytes and hand them to the system."""
        self._file.write(content)
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    @abstractmethod
    def settings(self, file: BinaryIO) -> Mapping[str, Any]:
        """Return the settings of the file's first line, as one would be written now."""

    @abstractmethod
    def take(self, file: BinaryIO) -> int:
        """Take in the whole pieces behind the first line, and return where they end."""

    def _go_on(self, settings: Mapping[str, Any]) -> None:
        self._file.seek(0)
        if wrong := differing(self.settings(self._file), settings):
            raise TrainingError(f"{self.path} was made with other settings: {wrong}")
        self._file.truncate(self.take(self._file))


def head(file: BinaryIO, path: Path, format: str, kind: str) -> dict[str, Any]:  # noqa: A002
    """Return the settings in the first line of a file.

    Raises `TrainingError` where it is of another format.
    """
    line = file.readline(_LONGEST_LINE)
    try:
        settings: dict[str, Any] = json.loads(line)
        known = settings.pop("format") == format
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        known = False
    if not known or not line.endswith(b"\n"):
        raise TrainingError(f"{path} is not a file of {kind}")
    return settings
