"""The files of endgame tables: names, heads, and how they are written so that none is torn."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from crownhead import folders
from crownhead.errors import DamagedTable
from crownhead.folders import FilePath
from crownhead.rules import Aim, Board
from crownhead.variants import VARIANTS, Variant

SHIPPED = Path(__file__).parent.parent / "data" / "endgame"
"""Where the tables that come with the package lie."""
SUFFIX = ".endgame"
MAGIC = b"CROWNEG\0"
VERSION = 1

# magic, version, board, pieces, distances, 0, slices, rules, SHA-256 of what follows the head,
# checksum of head and list (itself as 0), length of the list, length of the file
_HEAD = struct.Struct("<8sHBBBxH16s32sIIQ")
# white men, white kings, black men, black kings, longest win and loss, win, draw, loss, must
# capture, offset, length
_ENTRY = struct.Struct("<4B2H6Q")

# What no value in a table depends on.
_NO_MATTER = frozenset(
    {
        "men_rows",
        "rows_behind",
        "first",
        "king_run",
        "huffing",
        "refusal_duty",
        "repetition",
        "repetition_automatic",
        "repetition_rule",
        "draw_rules",
    }
)


@dataclass(frozen=True, slots=True)
class Slice:
    """Count the positions of one material, White to move; `longest` is in plies."""

    win: int
    draw: int
    loss: int
    longest: int
    longest_loss: int
    captures: int

    @property
    def positions(self) -> int:
        """Return the number of positions."""
        return self.win + self.draw + self.loss


@dataclass(frozen=True, slots=True)
class Summary:
    """Hold what the head of a file says; `slices` by white men and kings, black men and kings.

    `places` are the first byte of each and how many there are.
    """

    pieces: int
    distances: bool
    rules: bytes
    digest: bytes
    slices: dict[str, Slice]
    places: dict[str, tuple[int, int]]

    def total(self) -> Slice:
        """Return the sum of all slices.

        >>> from crownhead.endgame.files import SHIPPED, summary
        >>> summary(SHIPPED / "english-2.endgame").total().win
        716
        """
        parts = list(self.slices.values())
        return Slice(
            sum(part.win for part in parts),
            sum(part.draw for part in parts),
            sum(part.loss for part in parts),
            max((part.longest for part in parts), default=0),
            max((part.longest_loss for part in parts), default=0),
            sum(part.captures for part in parts),
        )


def switches(variant: Variant) -> dict[str, Any]:
    """Return the switches that tables of a game depend on.

    >>> from crownhead.variants import get
    >>> "flying" in switches(get("lite")), "men_rows" in switches(get("lite"))
    (True, False)
    """
    known = variant.rules.to_dict()
    return {name: value for name, value in known.items() if name not in _NO_MATTER}


@lru_cache(maxsize=1024)  # whoever opens tables asks for those of every game, many times
def rules_key(variant: Variant) -> bytes:
    """Return the 16 bytes that tell apart games whose tables differ.

    >>> from crownhead.variants import get
    >>> rules_key(get("lite")) == rules_key(get("brazilian")) != rules_key(get("russian"))
    True
    """
    kept = switches(variant)
    if not kept["too_few"]:
        del kept["too_few"]  # tables are older than this switch, and none are made with it
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).digest()[:16]


def own_folder() -> Path:
    """Return the folder where a user's own tables are.

    Raises `FileNotFoundError` for a user without a home, where `XDG_DATA_HOME` names none.
    """
    return folders.user_dir(os.environ, "XDG_DATA_HOME", ".local/share") / "endgame"


def family(variant: Variant) -> str:
    """Return the name that all games with the same tables share.

    >>> from crownhead.variants import get
    >>> family(get("lite"))
    'brazilian'
    """
    key = rules_key(variant)
    alike = [name for name, known in VARIANTS.items() if rules_key(known) == key]
    return min(alike) if alike else f"house-{key.hex()[:12]}"


def file_name(variant: Variant, pieces: int) -> str:
    """Return the name of the file with all positions of exactly `pieces` pieces.

    >>> from crownhead.variants import get
    >>> file_name(get("lite"), 4)
    'brazilian-4.endgame'
    """
    return f"{family(variant)}-{pieces}{SUFFIX}"


def slices(variant: Variant, pieces: int) -> list[tuple[str, str]]:
    """List the slices of so many pieces in pairs of mirror images, in the order of building.

    A game that the first king wins has none with kings.

    >>> from crownhead.variants import get
    >>> slices(get("english"), 2)
    [('0101', '0101'), ('0110', '1001'), ('1010', '1010')]
    >>> slices(get("breakthrough"), 2)
    [('1010', '1010')]
    """
    found = []
    for men in range(pieces if variant.rules.aim is Aim.KING else 0, pieces + 1):
        for white_men in range(men + 1):
            for white_kings in range(pieces - men + 1):
                black_men, black_kings = men - white_men, pieces - men - white_kings
                mine, theirs = f"{white_men}{white_kings}", f"{black_men}{black_kings}"
                if "00" not in (mine, theirs) and mine + theirs <= theirs + mine:
                    found.append((mine + theirs, theirs + mine))
    return found


def assemble(
    variant: Variant, pieces: int, *, distances: bool, parts: dict[str, tuple[Slice, bytes]]
) -> bytes:
    """Return a whole file from its slices."""
    entries, payload = [], []
    offset = _HEAD.size + len(parts) * _ENTRY.size
    for name in sorted(parts):
        counts, packed = parts[name]
        material = [int(digit) for digit in name]
        longest = (counts.longest, counts.longest_loss)
        values = (counts.win, counts.draw, counts.loss, counts.captures)
        entries.append(_ENTRY.pack(*material, *longest, *values, offset, len(packed)))
        payload.append(packed)
        offset += len(packed)
    body = b"".join(entries)
    tail = b"".join(payload)
    digest = hashlib.sha256(body + tail).digest()

    def head(checksum: int) -> bytes:
        board = list(Board).index(variant.rules.board)
        key = rules_key(variant)
        return _HEAD.pack(
            MAGIC, VERSION, board, pieces, distances, len(parts), key, digest, checksum,
            len(body), offset,
        )  # fmt: skip

    return head(zlib.crc32(head(0) + body)) + body + tail


def parse(data: Any, name: str) -> Summary:
    """Read the head of a file, and check that it is whole.

    Raises `DamagedTable`.
    """
    if len(data) < _HEAD.size:
        raise DamagedTable(f"{name} is too short for an endgame table", "small", name=name)
    magic, version, _, pieces, kind, count, rules, digest, checksum, listed, length = _HEAD.unpack(
        bytes(data[: _HEAD.size])
    )
    if magic != MAGIC:
        raise DamagedTable(f"{name} is no endgame table", "no_table", name=name)
    if version != VERSION:
        raise DamagedTable(
            f"{name} is an endgame table of version {version}, not {VERSION}",
            "version",
            name=name,
            found=version,
            known=VERSION,
        )
    body = bytes(data[_HEAD.size : _HEAD.size + count * _ENTRY.size])
    if len(body) != listed or length != len(data):
        raise DamagedTable(f"{name} is cut off, or longer than it says", "length", name=name)
    head = bytearray(data[: _HEAD.size])
    head[64:68] = bytes(4)
    if zlib.crc32(bytes(head) + body) != checksum:
        raise DamagedTable(f"{name} is damaged in its head", "head", name=name)
    found, places = {}, {}
    for at in range(count):
        values = _ENTRY.unpack_from(body, at * _ENTRY.size)
        longest, longest_loss, win, draw, loss, captures = values[4:10]
        key = "".join(str(digit) for digit in values[:4])
        found[key] = Slice(win, draw, loss, longest, longest_loss, captures)
        places[key] = (values[10], values[11])
    return Summary(pieces, bool(kind), rules, digest, found, places)


def summary(path: FilePath) -> Summary:
    """Return what the head of a file says.

    Raises `DamagedTable`, and `OSError` where the file cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        start = file.read(_HEAD.size)
        count = struct.unpack_from("<H", start, 14)[0] if len(start) == _HEAD.size else 0
        start += file.read(count * _ENTRY.size)
    return parse(_Sized(start, path.stat().st_size), path.name)


class _Sized:
    """The first bytes of a file that is longer."""

    def __init__(self, start: bytes, length: int) -> None:
        self._start, self._length = start, length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, part: slice) -> bytes:
        return self._start[part]


def digest_of(data: Any) -> bytes:
    """Return the SHA-256 that the head of a file should hold."""
    return hashlib.sha256(memoryview(data)[_HEAD.size :]).digest()
