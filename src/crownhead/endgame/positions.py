"""The positions of a table, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from crownhead.errors import NotInTables
from crownhead.position import Position, Status
from crownhead.rules import Color
from crownhead.variants import Variant

_LAST_ROW = {"white": Status.WHITE_MAN_ON_LAST_ROW, "black": Status.BLACK_MAN_ON_LAST_ROW}


def positions(variant: Variant, material: str) -> Iterator[Position]:
    """Yield every position of a material with White to move, in no order that is promised.

    `material` is four digits: White's men and kings, Black's men and kings. Turned by half a turn
    with the sides exchanged (`Position.mirror`), they are those with Black to move. Raises
    `NotInTables` for what is no material.

    >>> from crownhead.variants import get
    >>> found = list(positions(get("english"), "1010"))
    >>> len(found), found[0].fen()
    (760, 'W:W5:B1')
    """
    if len(material) != 4 or not (material.isascii() and material.isdigit()):
        raise NotInTables(f"{material[:20]!r} is no material: four digits are")
    white_men, white_kings, black_men, black_kings = map(int, material)
    squares = range(1, variant.rules.board.squares + 1)
    above, below = _for_men(variant, "white"), _for_men(variant, "black")
    for white in combinations(above, white_men):
        for black in combinations([at for at in below if at not in white], black_men):
            free = [square for square in squares if square not in white and square not in black]
            for kings in combinations(free, white_kings):
                left = [square for square in free if square not in kings]
                own = _list(white, kings)
                for others in combinations(left, black_kings):
                    yield Position.from_fen(f"W:W{own}:B{_list(black, others)}", variant)


def _for_men(variant: Variant, side: Color) -> list[int]:
    """Return the squares where a man of this side can stand: not those where it is crowned."""
    letter = side[0].upper()
    rest = "W" if side == "black" else "B"
    return [
        square
        for square in range(1, variant.rules.board.squares + 1)
        if _LAST_ROW[side]
        not in Position.from_fen(f"{letter}:{letter}{square}:{rest}", variant).status()
    ]


def _list(men: tuple[int, ...], kings: tuple[int, ...]) -> str:
    return ",".join([*map(str, men), *(f"K{square}" for square in kings)])
