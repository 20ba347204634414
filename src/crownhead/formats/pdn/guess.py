"""Which game it is where no tag says so, or where the tag cannot be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from crownhead._core import PdnLooks
from crownhead.formats.pdn.gametype import PRIVATE, unified_pool
from crownhead.rules import Choice
from crownhead.variants import VARIANTS, Variant

RUSSIAN = VARIANTS["russian"]
_ENOUGH = 3  # Cyrillic letters

_LETTERED = re.compile("[a-l][1-9]")


def _in_order(variants: Iterable[Variant], *, colons: bool = False) -> tuple[Variant, ...]:
    """Return games in the order in which they are tried.

    A game that shares the GameType of the closest comes after all others, and with `colons`
    those that write captures so come first. A game without a number of its own is left out where
    it allows what the closest refuses: each game with a wrong move would be taken for it.
    """

    def place(variant: Variant) -> tuple[bool, bool]:
        closest = VARIANTS.get(variant.closest)
        twin = closest is not None and closest.gametype_number == variant.gametype_number
        return colons and variant.capture_sign != ":", twin

    return tuple(sorted((each for each in variants if not _lenient(each)), key=place))


def _lenient(variant: Variant) -> bool:
    closest = VARIANTS.get(variant.closest)
    if closest is None or variant.gametype_number not in PRIVATE:
        return False
    return variant.rules.choice is Choice.FREE and closest.rules.choice is not Choice.FREE


@cache
def _lettered(colons: bool) -> tuple[Variant, ...]:
    small = (each for each in VARIANTS.values() if each.rules.board.width == 8)
    return _in_order((v for v in small if v.notation == "algebraic"), colons=colons)


@cache
def _numbered(squares: int) -> tuple[Variant, ...]:
    """Return the games on boards of so many squares, those first that are written in numbers."""
    found = [each for each in VARIANTS.values() if each.rules.board.squares == squares]
    return _in_order(sorted(found, key=lambda each: each.notation != "numeric"))


def is_russian(looks: PdnLooks) -> bool:
    """Return whether a text is in Cyrillic: on a small board it is Russian draughts."""
    return looks.cyrillic >= _ENOUGH


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
    if is_russian(looks) and RUSSIAN in found:
        found.remove(RUSSIAN)
        found.insert(0, RUSSIAN)
    if previous in found:
        yield previous
    yield from (variant for variant in found if variant != previous)


def _by_squares(looks: PdnLooks, lettered: bool) -> Iterator[Variant]:
    if lettered:
        if looks.columns <= 8 and looks.rows <= 8:
            yield from _lettered(looks.colons > looks.x_signs)
            yield unified_pool()
        return
    if looks.highest > 72:
        return
    small, large, huge = map(_numbered, (32, 50, 72))
    if looks.highest > 50:
        yield from huge
    elif looks.highest > 32:
        yield from large + huge
    elif looks.result in ("2-0", "0-2", "1-1"):  # two points for a win
        yield from large[:2] + small
    else:
        yield from small + large
