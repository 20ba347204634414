"""Whole numbers: read as people write them, and told with what they count, or in a unit."""

from __future__ import annotations

import re

_WHOLE = re.compile("[0-9]{1,16}")


def parse_uint(text: str) -> int | None:
    """Return the number that `text` is, None where it is not 1 to 16 of the digits 0 to 9.

    `str.isdigit` and `str.isdecimal` accept what `int` does not: `²`, and thousands of digits.

    >>> parse_uint("12"), parse_uint("²"), parse_uint("-1"), parse_uint("9" * 17)
    (12, None, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def number_of(count: int, one: str, more: str = "") -> str:
    """Return a number and the English noun for what it counts, in its singular or plural.

    >>> number_of(1, "game"), number_of(0, "game"), number_of(2, "ply", "plies")
    ('1 game', '0 games', '2 plies')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def bytes_text(size: int) -> str:
    """Return a number of bytes in the unit that leaves it a digit before the point.

    >>> bytes_text(36_808_650_108), bytes_text(2_400_000)
    ('36.8 GB', '2.4 MB')
    """
    return f"{size / 1e9:.1f} GB" if size >= 10**9 else f"{size / 1e6:.1f} MB"
