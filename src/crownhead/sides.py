"""The two sides, and a value for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from crownhead.rules import Color

T = TypeVar("T")


def other(color: Color) -> Color:
    """Return the opponent of `color`.

    >>> other("white")
    'black'
    """
    return "black" if color == "white" else "white"


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    """Hold one value for each side.

    >>> Pair(1, 2).put("black", 5).of("black")
    5
    """

    white: T
    black: T

    def of(self, color: Color) -> T:
        """Return the value of `color`."""
        return self.white if color == "white" else self.black

    def put(self, color: Color, value: T) -> Pair[T]:
        """Return the pair with the value of `color` replaced."""
        return Pair(value, self.black) if color == "white" else Pair(self.white, value)
