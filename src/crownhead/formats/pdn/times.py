"""Times as comments hold them, `h:mm:ss`, as whole milliseconds."""

from __future__ import annotations

import re

from crownhead import _core

_TIME = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,9}))?")
_SIDE = re.compile(r"([wWbB])\s*([\d:.,]+)")


def read_time(text: str | None) -> int | None:
    """Read `h:mm:ss`, `m:ss` or `s`, with or without a fraction, as milliseconds.

    >>> read_time("0:03:00.5"), read_time("1:30"), read_time("soon")
    (180500, 90000, None)
    """
    found = _TIME.fullmatch((text or "").strip())
    if found is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
    fraction = int(((found[4] or "") + "000")[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction


def write_time(milliseconds: int) -> str:
    """Write milliseconds as `h:mm:ss`, with a fraction where there is one; never below 0.

    >>> write_time(180_500), write_time(7_200_000)
    ('0:03:00.5', '2:00:00')
    """
    return _core.pdn_time(milliseconds)


def read_pair(text: str | None) -> tuple[int | None, int | None]:
    """Read the times of White and Black from the value of a `[%clock w0:00:10 B0:00:03]`.

    >>> read_pair("w0:00:10 B0:00:03")
    (10000, 3000)
    """
    times: dict[str, int | None] = {}
    for side, time in _SIDE.findall(text or ""):
        times.setdefault(side.lower(), read_time(time))
    return times.get("w"), times.get("b")


def write_pair(white: int | None, black: int | None, running: str = "") -> str:
    """Write the times of both sides; the clock of `running` has a capital letter."""
    parts = []
    for side, time in (("white", white), ("black", black)):
        if time is not None:
            letter = side[0].upper() if side == running else side[0]
            parts.append(letter + write_time(time))
    return " ".join(parts)
