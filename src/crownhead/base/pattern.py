"""A pattern of squares: what must stand on some of them, whatever stands on the others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from crownhead._core import trail_step
from crownhead.base.entries import steps
from crownhead.errors import CrownheadError, InvalidFen
from crownhead.position import Position
from crownhead.variants import Variant, get

_LETTERS = {
    "w": ("white", "man"),
    "W": ("white", "king"),
    "b": ("black", "man"),
    "B": ("black", "king"),
    ".": ("empty", ""),
}


@dataclass(frozen=True)
class Pattern:
    """Hold what must stand where: squares by number, each with `w`, `W`, `b`, `B` or `.`.

    Capital letters are kings, the point is an empty square.

    >>> pattern = Pattern.read("w27 b18 .22", "international")
    >>> pattern.wanted[27]
    'w'
    """

    variant: Variant
    wanted: dict[int, str]

    @classmethod
    def read(cls, text: str, variant: str | Variant) -> Pattern:
        """Read a pattern such as `w27 b18 .22`.

        Raises `CrownheadError` where an item is no such letter with a square of the board.
        """
        game = get(variant)
        squares = game.rules.board.squares
        wanted: dict[int, str] = {}
        for item in text.replace(",", " ").split():
            letter, number = item[0], item[1:]
            if letter not in _LETTERS or not re.fullmatch("[0-9]{1,3}", number):
                raise CrownheadError(
                    f"Pattern: {item[:20]!r} is not a piece and a square", "pattern", text=item[:20]
                )
            if not 1 <= int(number) <= squares:
                raise CrownheadError(
                    f"Pattern: {item!r} is not on the board of {squares} squares",
                    "pattern_square",
                    text=item,
                    squares=squares,
                )
            wanted[int(number)] = letter
        if not wanted:
            raise CrownheadError("Pattern: no square is named", "pattern_empty")
        return cls(game, wanted)

    def matches(self, trail: bytes) -> npt.NDArray[Any]:
        """Return the plies at which a game stands so."""
        positions = steps(trail)
        held = np.ones(len(positions), bool)
        for letter in set(self.wanted.values()):
            mask = self._mask(letter)
            side, kind = _LETTERS[letter]
            if side == "empty":
                there = ~(positions["white"] | positions["black"])
            else:
                kings = positions["kings"]
                there = positions[side] & (kings if kind == "king" else ~kings)
            held &= ((there & mask) == mask).all(axis=1)
        return np.flatnonzero(held)

    def _mask(self, letter: str) -> npt.NDArray[Any]:
        squares = [square for square, wanted in self.wanted.items() if wanted == letter]
        pieces = ",".join(f"K{square}" for square in squares)
        try:
            position = Position.from_fen(f"W:W{pieces}:B", self.variant)
        except InvalidFen as error:
            raise CrownheadError(f"Pattern: {error}") from error
        mask: npt.NDArray[Any] = steps(trail_step(position))["white"][0]
        return mask
