"""The four pieces, as values that are text too."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from crownhead.hints import absent

Color = Literal["white", "black"]
Kind = Literal["man", "king"]


class Piece(StrEnum):
    """One kind of piece of one side, equal to its name.

    >>> Piece.WHITE_KING == "white_king", Piece("black_man").color, str(Piece.WHITE_MAN)
    (True, 'black', 'white_man')
    """

    WHITE_MAN = "white_man"
    WHITE_KING = "white_king"
    BLACK_MAN = "black_man"
    BLACK_KING = "black_king"

    @property
    def color(self) -> Color:
        """Return the side the piece belongs to."""
        return "white" if self.value.startswith("white") else "black"

    @property
    def kind(self) -> Kind:
        """Return what the piece is, as `Position.squares` takes it."""
        return "king" if self.is_king else "man"

    @property
    def is_king(self) -> bool:
        """Return whether the piece is crowned."""
        return self.value.endswith("king")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    @property
    def swapped(self) -> Piece:
        """Return the same piece of the other side."""
        other = "black" if self.color == "white" else "white"
        return Piece(f"{other}_{self.value.partition('_')[2]}")
