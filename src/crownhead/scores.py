"""What scores mean, in hundredths of a man: from where on they say that a win is proved."""

from __future__ import annotations

from typing import Literal

from crownhead import _core

WIN: int = _core.WIN
"""The score of a win on the board; one that is n plies away scores n less."""
PROVEN: int = _core.PROVEN
"""From here on a score is a win on the board, or one that the endgame tables know."""


def decided_in(score: int) -> int | None:
    """Return the plies to the end of a proven win, negative for a loss, None if neither.

    >>> decided_in(29_993), decided_in(-29_993), decided_in(130)
    (7, -7, None)
    """
    return _core.decided_in(score)


def proven(score: int) -> Literal["win", "loss"] | None:
    """Return what is proven, by search or by endgame tables; None if nothing is.

    >>> proven(29_700), proven(-29_993), proven(1_000)
    ('win', 'loss', None)
    """
    if abs(score) < PROVEN:
        return None
    return "win" if score > 0 else "loss"
