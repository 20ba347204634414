"""Refuse what is no part of a game, in one sentence that names the part."""

from __future__ import annotations

from crownhead.errors import InvalidRules


def brief(value: object) -> str:
    """Return a value as a sentence of moderate length can show it.

    >>> brief("a" * 99), brief(10**9999)
    ("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'", 'int')
    """
    try:
        return repr(str(value)[:40])
    except (ValueError, RecursionError):  # numbers of thousands of digits, for example
        return type(value).__name__


def expect(place: str, value: object, good: bool, wanted: str, what: str = "Rules") -> None:
    """Raise `InvalidRules` naming the place of a value that is not good."""
    if not good:
        raise InvalidRules(f"{what}: {place}={brief(value)} is not {wanted}")
