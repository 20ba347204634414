"""A file of games: a line of settings in JSON, then batches of games as the core packs them.

A batch is a head of 20 bytes (number of its first game, how many numbers it stands for, length and
CRC-32 of what follows; low bytes first) and the games.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from crownhead.training.failure import TrainingError
from crownhead.training.settings import Selfplay
from crownhead.training.stored import Stored, head

FORMAT = "crownhead games 1"
KIND = "games"
_HEAD = struct.Struct("<QIII")
_LONGEST_BATCH = 1 << 30


@dataclass(frozen=True, slots=True)
class Batch:
    """Hold the games numbered from `first` on, `count` numbers of them."""

    first: int
    count: int
    games: bytes


def read(path: Path) -> tuple[Selfplay, Iterator[Batch]]:
    """Return the settings of a file of games and its whole batches, read one by one.

    Raises `TrainingError` where it is no such file, or is damaged other than by being cut off.
    """
    with path.open("rb") as file:
        settings = _settings(file, path)
    return settings, _batches(path)


class Store(Stored):
    """Append batches to a file of games; `next` is the number of the first game it lacks.

    Raises `TrainingError` where the file is in use or was made with other settings.
    """

    format = FORMAT
    kind = KIND

    def __init__(self, path: Path, settings: Selfplay) -> None:
        super().__init__(path, settings.to_dict())

    def append(self, batch: Batch) -> None:
        """Write a batch, which must begin with game `next`, to the disk."""
        packed = _HEAD.pack(batch.first, batch.count, len(batch.games), zlib.crc32(batch.games))
        self.write(packed + batch.games)
        self.next = batch.first + batch.count

    def settings(self, file: BinaryIO) -> Mapping[str, Any]:
        return _settings(file, self.path).to_dict()

    def take(self, file: BinaryIO) -> int:
        end = file.tell()
        for batch, end in _walk(file, self.path):  # noqa: B007 - the last ones are used
            self.next = batch.first + batch.count
        return end


def _settings(file: BinaryIO, path: Path) -> Selfplay:
    return Selfplay.from_dict(head(file, path, FORMAT, KIND))


def _batches(path: Path) -> Iterator[Batch]:
    with path.open("rb") as file:
        _settings(file, path)
        for batch, _ in _walk(file, path):
            yield batch


def _walk(file: BinaryIO, path: Path) -> Iterator[tuple[Batch, int]]:
    """Yield each whole batch and where it ends."""
    expected = 0
    while len(packed := file.read(_HEAD.size)) == _HEAD.size:
        first, count, length, check = _HEAD.unpack(packed)
        if first != expected or length > _LONGEST_BATCH:
            raise TrainingError(f"{path} is damaged after game {expected}")
        games = file.read(length)
        if len(games) < length:
            return
        if zlib.crc32(games) != check:
            raise TrainingError(f"{path} is damaged after game {expected}")
        expected = first + count
        yield Batch(first, count, games), file.tell()
