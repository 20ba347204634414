"""Entries of the index of positions: which game reaches a position, when, and what it plays."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Entries: TypeAlias = npt.NDArray[Any]
"""Entries, sorted by key and game."""

Counts: TypeAlias = npt.NDArray[Any]
"""For each move of one position: its code, and the games without a result, won by
White, won by Black, drawn."""

STEP = np.dtype(
    [
        ("key", "<u8"),
        ("move", "<u8"),
        ("white", "<u8", 2),
        ("black", "<u8", 2),
        ("kings", "<u8", 2),
    ]
)
"""One position of a game, as `PdnLine.trail` holds it."""

ENTRY = np.dtype(
    [("key", "<u8"), ("game", "<u4"), ("move", "<u4"), ("ply", "<u2"), ("result", "u1")]
)
COUNT = np.dtype([("move", "<u4"), ("results", "<u4", 4)])

RESULTS = ("*", "white", "black", "draw")
"""The results of games, as entries number them."""

BLOCK = 1024
MANY = 64
"""Entries of one position from which on they are counted beforehand."""

_FIELDS = ("key", "game", "move", "ply", "result")


def steps(trail: bytes) -> npt.NDArray[Any]:
    """Return the positions of a trail as an array of `STEP`."""
    return np.frombuffer(trail, STEP)


def of_games(
    trails: list[bytes], numbers: list[int], results: list[int], salts: list[int]
) -> Entries:
    """Return the entries of games with ascending numbers, sorted by key and game.

    `salts` keep the positions of different variants apart. A position that comes back is entered
    once, where it first stood on the board.
    """
    positions = steps(b"".join(trails))
    lengths = [len(trail) // STEP.itemsize for trail in trails]
    made = np.zeros(len(positions), ENTRY)
    made["key"] = positions["key"] ^ np.repeat(np.array(salts, np.uint64), lengths)
    made["game"] = np.repeat(np.array(numbers, np.uint32), lengths)
    made["move"] = positions["move"].astype(np.uint32)
    begins = np.repeat(np.cumsum([0, *lengths[:-1]]), lengths)
    made["ply"] = np.minimum(np.arange(len(positions)) - begins, 65_535)
    made["result"] = np.repeat(np.array(results, np.uint8), lengths)
    made = made[np.argsort(made["key"], kind="stable")]  # the games are in order already
    again = (made["key"][1:] == made["key"][:-1]) & (made["game"][1:] == made["game"][:-1])
    return made[np.append(True, ~again)] if len(made) else made


def sort_entries(entries: Entries) -> Entries:
    """Return entries sorted by key and game; those of one game stay in their order."""
    order: Entries = entries[np.lexsort((entries["game"], entries["key"]))]
    return order


def pack(entries: Entries) -> bytes:
    """Compress a block; the bytes of each field stand together, keys as differences.

    >>> one = np.zeros(1, ENTRY)
    >>> bool((unpack(pack(one)) == one).all())
    True
    """
    parts = []
    for name in _FIELDS:
        values = entries[name]
        if name == "key":
            values = np.diff(values, prepend=np.uint64(0))
        width = values.dtype.itemsize
        planes = np.ascontiguousarray(values).view(np.uint8).reshape(-1, width).T
        parts.append(planes.tobytes())
    return len(entries).to_bytes(4, "little") + zlib.compress(b"".join(parts), 1)


def unpack(block: bytes) -> Entries:
    """Return the entries of a block that `pack` made."""
    made = np.zeros(int.from_bytes(block[:4], "little"), ENTRY)
    raw = np.frombuffer(zlib.decompress(block[4:]), np.uint8)
    at = 0
    for name in _FIELDS:
        kind = ENTRY[name]
        size = kind.itemsize * len(made)
        planes = raw[at : at + size].reshape(kind.itemsize, -1)
        values = np.ascontiguousarray(planes.T).view(kind).reshape(-1)
        made[name] = np.cumsum(values, dtype=np.uint64) if name == "key" else values
        at += size
    return made


def count_moves(entries: Entries) -> Counts:
    """Return how often each move was played in one position, and how those games ended."""
    moves, place = np.unique(entries["move"], return_inverse=True)
    made = np.zeros(len(moves), COUNT)
    made["move"] = moves
    np.add.at(made["results"], (place.reshape(-1), entries["result"]), 1)
    return made


def sum_counts(parts: list[Counts]) -> Counts:
    """Return the sum of several counts of the same position."""
    joined = np.concatenate(parts) if parts else np.zeros(0, COUNT)
    moves, place = np.unique(joined["move"], return_inverse=True)
    made = np.zeros(len(moves), COUNT)
    made["move"] = moves
    np.add.at(made["results"], place.reshape(-1), joined["results"])
    return made


def subtract(count: Counts, gone: Entries) -> Counts:
    """Return a count without some of the entries that are counted in it."""
    made = count.copy()
    for row in count_moves(gone):
        made["results"][made["move"] == row["move"]] -= row["results"]
    return made[made["results"].any(axis=1)]


def groups(entries: Entries) -> Iterator[tuple[int, Entries]]:
    """Yield each key that many entries have, and those entries."""
    keys = entries["key"]
    begins = np.flatnonzero(np.diff(keys, prepend=~keys[:1])) if len(keys) else np.zeros(0, int)
    ends = np.append(begins[1:], len(keys))
    for at in np.flatnonzero(ends - begins >= MANY):
        yield int(keys[begins[at]]), entries[begins[at] : ends[at]]


def to_signed(key: int) -> int:
    """Return a hash as the signed number that databases keep.

    >>> to_signed(2**64 - 1), to_signed(5)
    (-1, 5)
    """
    return key - 2**64 if key >= 2**63 else key
