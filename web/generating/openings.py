"""The named openings of each game, by the positions that define them."""

from __future__ import annotations

from crownhead.locales import LANGUAGES
from crownhead.openings import Opening, defining
from crownhead.variants import VARIANTS


def games() -> list[str]:
    """Return the games that have named openings."""
    return [key for key, variant in VARIANTS.items() if defining(variant)]


def names(opening: Opening) -> dict[str, str]:
    """Return the English name, and those of other languages that are not the same."""
    english = opening.name()
    others = {language: opening.name(language) for language in LANGUAGES}
    return {"en": english} | {k: name for k, name in others.items() if name != english}


def of(game: str) -> dict[str, dict[str, str]]:
    """Return the names of each opening, as `names`.

    Its key is what the page sees of its position: the letter of each square, and of the side to
    move.
    """
    named: dict[str, list[str]] = {}
    for opening, position in defining(VARIANTS[game]):
        seen = position.letters()[1:] + position.turn[0]
        named.setdefault(seen, names(opening))
    return named
