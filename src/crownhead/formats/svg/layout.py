"""Where squares lie in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from crownhead.errors import InvalidPicture
from crownhead.rulesets import ruleset
from crownhead.variants import Variant

Orientation = Literal["white", "black"]
Point = tuple[float, float]

SIDE = 40
"""The side of a square, in units of the picture."""

EDGE = 4
"""The width of a frame that nothing is written on."""

MARGIN = 16
"""The width of a frame with coordinates."""


def number(value: float, decimals: int = 2) -> str:
    """Write a number as short as it can be.

    >>> number(20.0), number(0.5), number(-1.234)
    ('20', '.5', '-1.23')
    """
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@dataclass(frozen=True, slots=True)
class Layout:
    """The squares of a game's board, seen from one side, within a frame."""

    variant: Variant
    orientation: Orientation = "white"
    margin: int = EDGE

    def __post_init__(self) -> None:
        if self.orientation not in get_args(Orientation):
            given = str(self.orientation)[:40]
            raise InvalidPicture(f"Orientation {given!r} is neither 'white' nor 'black'")

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return self.variant.rules.board.width

    @property
    def extent(self) -> int:
        """Return the side of the whole picture."""
        return self.width * SIDE + 2 * self.margin

    def cell(self, square: int) -> tuple[int, int]:
        """Return column and row of a square as seen, both from 0, the top row first.

        Raises `InvalidPicture` where there is no such square.
        """
        squares = self.variant.rules.board.squares
        if isinstance(square, bool) or not isinstance(square, int) or not 1 <= square <= squares:
            given = str(square)[:40]
            raise InvalidPicture(f"Square {given} is not on the board of squares 1 to {squares}")
        column, row = ruleset(self.variant).place(square)
        if self.orientation == "black":
            return self.width - 1 - column, row
        return column, self.width - 1 - row

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        column, row = self.cell(square)
        return self.margin + column * SIDE, self.margin + row * SIDE

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + SIDE // 2, y + SIDE // 2
