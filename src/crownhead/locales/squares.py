"""What a square is called, by number or by letter and digit."""

from __future__ import annotations

import re

from crownhead.rulesets import ruleset
from crownhead.variants import Notation, Variant

_FILES = "abcdefghijkl"
_ALGEBRAIC = re.compile(r"(?<![a-l0-9])([a-l])(1[0-2]|[1-9])(?![0-9])")
_NUMERIC = re.compile(r"(?<![a-l0-9])([1-9][0-9]?)(?![0-9])")


def algebraic(variant: Variant, square: int) -> str:
    """Return the letter-and-digit name of a square.

    >>> from crownhead.variants import get
    >>> algebraic(get("lite"), 1), algebraic(get("lite"), 29)
    ('b8', 'a1')
    """
    column, row = ruleset(variant).place(square)
    return f"{_FILES[column]}{row + 1}"


def name(variant: Variant, square: int, notation: Notation | None = None) -> str:
    """Return how a square is written in `notation`, or in the variant's own.

    One that is not on the board keeps its number: refusals name what they were asked for.

    >>> from crownhead.variants import get
    >>> name(get("english"), 22), name(get("english"), 22, "algebraic")
    ('22', 'c3')
    """
    on_board = 1 <= square <= variant.rules.board.squares
    if on_board and (notation or variant.notation) == "algebraic":
        return algebraic(variant, square)
    return str(square)


def numbers(variant: Variant) -> dict[str, int]:
    """Return the number of every square by its letter-and-digit name."""
    squares = range(1, variant.rules.board.squares + 1)
    return {algebraic(variant, square): square for square in squares}


def translate(variant: Variant, text: str, notation: Notation) -> str:
    """Rewrite the squares of a move or sentence in the other notation.

    What names no square of the board stays as it is.

    >>> from crownhead.variants import get
    >>> translate(get("english"), "22x15", "algebraic")
    'c3xe5'
    >>> translate(get("lite"), "c3:e5", "numeric")
    '22:15'
    """
    if notation == "algebraic":
        most = variant.rules.board.squares
        return _NUMERIC.sub(
            lambda m: algebraic(variant, int(m[0])) if int(m[0]) <= most else m[0], text
        )
    known = numbers(variant)
    spread = re.sub(r"([a-l])(1[0-2]|[1-9])(?=[a-l])", r"\1\2-", text)
    return _ALGEBRAIC.sub(lambda m: str(known.get(m[0], m[0])), spread)
