"""A file of games: a line of settings in JSON, then batches of games as the core packs them.

A batch is a head of 20 bytes (number of its first game, how many numbers it stands for, length and
CRC-32 of what follows; low bytes first) and the games. Batches are written whole and in order, so a
file that was cut off is gone on with after its last whole batch, and then is the same, byte for
byte, as one made in one go.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from crownhead.arena.settings import differing
from crownhead.locking import locked
from crownhead.training.failure import TrainingError
from crownhead.training.settings import Selfplay

FORMAT = "crownhead games 1"
_HEAD = struct.Struct("<QIII")
_LONGEST_LINE = 100_000
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


class Store:
    """Append batches to a file of games; `next` is the number of the first game it lacks.

    Raises `TrainingError` where the file is in use or was made with other settings.
    """

    def __init__(self, path: Path, settings: Selfplay) -> None:
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by close()
        try:
            if not locked(self._file):
                raise TrainingError(f"{path} is in use by another run")
            self.next = 0
            if os.fstat(self._file.fileno()).st_size:
                self._go_on(path, settings)
            else:
                head = {"format": FORMAT, **settings.to_dict()}
                self._write(json.dumps(head).encode() + b"\n")
        except BaseException:
            self.close()
            raise

    def append(self, batch: Batch) -> None:
        """Write a batch, which must begin with game `next`, to the disk."""
        head = _HEAD.pack(batch.first, batch.count, len(batch.games), zlib.crc32(batch.games))
        self._write(head + batch.games)
        self.next = batch.first + batch.count

    def close(self) -> None:
        self._file.close()

    def _write(self, content: bytes) -> None:
        self._file.write(content)
        self._file.flush()

    def _go_on(self, path: Path, settings: Selfplay) -> None:
        self._file.seek(0)
        stored = _settings(self._file, path)
        if stored != settings:
            wrong = differing(stored.to_dict(), settings.to_dict())
            raise TrainingError(f"{path} was made with other settings: {wrong}")
        end = self._file.tell()
        for batch, end in _walk(self._file, path):  # noqa: B007 - the last ones are used
            self.next = batch.first + batch.count
        self._file.truncate(end)


def _settings(file: BinaryIO, path: Path) -> Selfplay:
    line = file.readline(_LONGEST_LINE)
    try:
        head = json.loads(line)
        known = head.pop("format") == FORMAT
    except (ValueError, AttributeError, KeyError, TypeError):
        known = False
    if not known or not line.endswith(b"\n"):
        raise TrainingError(f"{path} is not a file of games")
    return Selfplay.from_dict(head)


def _batches(path: Path) -> Iterator[Batch]:
    with path.open("rb") as file:
        _settings(file, path)
        for batch, _ in _walk(file, path):
            yield batch


def _walk(file: BinaryIO, path: Path) -> Iterator[tuple[Batch, int]]:
    """Yield each whole batch and where it ends."""
    expected = 0
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        first, count, length, check = _HEAD.unpack(head)
        if first != expected or length > _LONGEST_BATCH:
            raise TrainingError(f"{path} is damaged after game {expected}")
        games = file.read(length)
        if len(games) < length:
            return
        if zlib.crc32(games) != check:
            raise TrainingError(f"{path} is damaged after game {expected}")
        expected = first + count
        yield Batch(first, count, games), file.tell()
