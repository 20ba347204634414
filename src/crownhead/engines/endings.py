"""The endgame tables that the built-in engine plays by, opened when a game is first searched."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from crownhead.endgame.files import own_folder
from crownhead.endgame.tables import Tables
from crownhead.errors import DamagedTable, NotInTables

if TYPE_CHECKING:
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.variants import Variant

FIRST_LEVEL = 7
"""The first level whose search asks tables."""
FIRST_PERFECT_LEVEL = 9
"""The first level that plays small endings by their distance."""


@lru_cache(maxsize=32)
def tables(variant: Variant) -> Tables | None:
    """Return the tables of a game: those the user has built, else those that are shipped.

    In place of one of the user's that is damaged, or cannot be read, the shipped one is taken.
    None where there are no tables. Nothing but the heads of the files is read before a position
    is asked for.

    >>> from crownhead.variants import get
    >>> tables(get("english")) is tables(get("english"))
    True
    >>> tables(get("italian")) is None
    True
    """
    try:
        own = [own_folder()]
    except FileNotFoundError:
        own = []
    found = Tables.open(variant, own, strict=False)
    return found if found.pieces else None


def perfect(position: Position) -> Move | None:
    """Return the move that wins soonest or loses latest; None where no table says so.

    >>> from crownhead.position import Position
    >>> str(perfect(Position.from_fen("W:WK15,K32:B16,K28", "english")))
    '15-11'
    """
    known = tables(position.variant)
    if known is None:
        return None
    try:
        found = known.value(position)
        if found is None or found[1] is None:
            return None
        ranked = known.best(position)
    except DamagedTable:
        return None
    return ranked[0][0] if ranked else None


def spoiling(position: Position, past: Sequence[Position] = ()) -> tuple[Move, ...]:
    """Return the moves that give away what the tables say is there: a win, or a draw.

    Where the position is won, moves back to one of `past` are among them as long as another move
    wins: whoever knows of a win, but not how far it is, must not go round in circles.

    >>> from crownhead.position import Position
    >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    >>> "15-18" in [str(move) for move in spoiling(position)]
    True
    """
    known = tables(position.variant)
    if known is None:
        return ()
    try:
        if known.value(position) is None:
            return ()
        ranked = known.best(position)
    except (DamagedTable, NotInTables):
        return ()
    most = ranked[0][1]
    kept = [move for move, value, _ in ranked if value == most]
    if most > 0:
        kept = [move for move in kept if position.play(move) not in past] or kept
    return tuple(move for move, _, _ in ranked if move not in kept)
