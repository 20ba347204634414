"""What an engine is shown: a game under way, or a position alone."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.gameview import GameView
from crownhead.position import Position


def history_of(on: GameView | Position) -> Sequence[Position]:
    """Return the positions of a game, the present one last; raises `TypeError` for anything else.

    >>> from crownhead import Game
    >>> len(history_of(Game("english"))), len(history_of(Position.initial("english")))
    (1, 1)
    """
    if isinstance(on, Position):
        return (on,)
    if isinstance(on, GameView):
        return on.positions
    raise TypeError(f"An engine is shown a Game or a Position, not {type(on).__name__}")
