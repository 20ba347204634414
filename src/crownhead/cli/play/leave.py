"""How a session ends when the player wants to go elsewhere."""

from __future__ import annotations

from typing import Literal

Where = Literal["quit", "new", "rematch", "next"]
"""Out of the program, to another game, to the same with sides swapped, to a match's second game."""


class Leave(Exception):
    """Leave the session; `to` says where the player goes next."""

    def __init__(self, to: Where) -> None:
        super().__init__(to)
        self.to: Where = to
