"""The named openings of each game, by the keys of the positions that define them."""

from __future__ import annotations

from crownhead.openings import defining
from crownhead.variants import VARIANTS


def games() -> list[str]:
    """Return the games that have named openings."""
    return [key for key, variant in VARIANTS.items() if defining(variant)]


def of(game: str) -> dict[str, list[str]]:
    """Return the German and the English name of each opening by its key, 16 hexadecimal digits."""
    named: dict[str, list[str]] = {}
    for opening, position in defining(VARIANTS[game]):
        named.setdefault(f"{position.key:016x}", [opening.name("de"), opening.name("en")])
    return named
