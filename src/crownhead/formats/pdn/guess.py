"""Which game it is where no tag says so, or where the tag cannot be right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crownhead._core import PdnLooks
from crownhead.formats.pdn.gametype import unified_pool
from crownhead.variants import VARIANTS, Variant

_LETTERED = re.compile("[a-l][1-9]")

_COLON = ("russian", "brazilian", "czech", "turkish", "lite")
_LETTERS = ("brazilian", "russian", "czech", "turkish", "lite")
_NUMBERS_32 = ("english", "italian", "pool", "spanish", "brazilian", "russian", "thai", "czech")
_NUMBERS_50 = ("international", "frisian", "killer", "antidraughts", "breakthrough", "frysk")


def candidates(
    looks: PdnLooks, fen: str = "", previous: Variant | None = None
) -> Iterator[Variant]:
    """Yield the games a text may belong to, the likeliest first.

    Squares decide the board, capture signs and the form of the result the order; what the game
    before in the same file was goes first where it is among them.
    """
    lettered = looks.algebraic > looks.numeric
    if not looks.first:
        lettered = _LETTERED.search(fen) is not None
    found = list(_by_squares(looks, lettered))
    if previous in found:
        yield previous
    yield from (variant for variant in found if variant != previous)


def _by_squares(looks: PdnLooks, lettered: bool) -> Iterator[Variant]:
    if lettered:
        keys: tuple[str, ...] = _COLON if looks.colons > looks.x_signs else _LETTERS
        if looks.columns <= 8 and looks.rows <= 8:
            yield from (VARIANTS[key] for key in keys)
            yield unified_pool()
        return
    two_points = looks.result in ("2-0", "0-2", "1-1")
    if looks.highest > 72:
        return
    if looks.highest > 50:
        yield VARIANTS["canadian"]
    elif looks.highest > 32:
        yield from (VARIANTS[key] for key in (*_NUMBERS_50, "canadian"))
    else:
        large, small = _NUMBERS_50, _NUMBERS_32
        keys = large[:2] + small if two_points else small + large
        yield from (VARIANTS[key] for key in keys)
