"""The named openings of each game, by the positions that define them."""

from __future__ import annotations

from crownhead.openings import defining
from crownhead.variants import VARIANTS


def games() -> list[str]:
    """Return the games that have named openings."""
    return [key for key, variant in VARIANTS.items() if defining(variant)]


def of(game: str) -> dict[str, list[str]]:
    """Return the German and the English name of each opening.

    Its key is what the page sees of its position: the letter of each square, and of the side to
    move.
    """
    named: dict[str, list[str]] = {}
    for opening, position in defining(VARIANTS[game]):
        seen = position.letters()[1:] + position.turn[0]
        named.setdefault(seen, [opening.name("de"), opening.name("en")])
    return named
