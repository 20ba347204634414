"""The endgame tables that the built-in engine plays by, opened when a game is first searched."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from crownhead.endgame.files import own_folder
from crownhead.endgame.tables import Tables
from crownhead.errors import DamagedTable, NotInTables

if TYPE_CHECKING:
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.variants import Variant

T = TypeVar("T")

FIRST_LEVEL = 7
"""The first level whose search asks tables."""
FIRST_PERFECT_LEVEL = 9
"""The first level that plays small endings by their distance."""


_torn: set[Variant] = set()
"""The games of which the user's own tables have been found damaged inside."""
_log = logging.getLogger(__name__)


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
    own = []
    if variant not in _torn:
        with suppress(FileNotFoundError):
            own.append(own_folder())
    found = Tables.open(variant, own, strict=False)
    return found if found.pieces else None


def _asked(variant: Variant, ask: Callable[[Tables], T | None]) -> T | None:
    """Ask the tables of a game; None where they do not know, or there are none.

    Where one of the user's turns out to be damaged the shipped ones are asked from then on.
    """
    while (known := tables(variant)) is not None:
        try:
            return ask(known)
        except NotInTables:
            return None
        except DamagedTable as damage:
            if variant in _torn:
                return None
            _log.warning("%s", damage)
            _torn.add(variant)
            tables.cache_clear()
    return None


def advice(position: Position, past: Sequence[Position] = ()) -> tuple[Move | None, Sequence[Move]]:
    """Return the move that the tables play, if they do, and those that they forbid.

    See `Tables.advice`; without tables it is nothing.
    """
    return _asked(position.variant, lambda known: known.advice(position, past)) or (None, ())


def perfect(position: Position) -> Move | None:
    """Return the move that wins soonest or loses latest; None where no table says so.

    >>> from crownhead.position import Position
    >>> str(perfect(Position.from_fen("W:WK15,K32:B16,K28", "english")))
    '15-11'
    """
    return advice(position)[0]


def spoiling(position: Position, past: Sequence[Position] = ()) -> tuple[Move, ...]:
    """Return the moves that give away what the tables say is there: a win, or a draw.

    Where the position is won, moves back to one of `past` are among them as long as another move
    wins: whoever knows of a win, but not how far it is, must not go round in circles.

    >>> from crownhead.position import Position
    >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    >>> "15-18" in [str(move) for move in spoiling(position)]
    True
    """
    return tuple(advice(position, past)[1])
