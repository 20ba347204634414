"""The duty of the side that refuses a draw: win, or show a decided advantage (E24)."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.rules import Color


@dataclass(frozen=True, slots=True)
class Duty:
    """Show the count of `side`, who refused a draw: `made` of `limit` own moves.

    >>> Duty("white", 12, 40).left
    28
    """

    side: Color
    made: int
    limit: int

    @property
    def left(self) -> int:
        """Return how many own moves are left."""
        return max(0, self.limit - self.made)
