"""Which move a level plays: the one order of what it goes by, whoever asks it.

The built-in engine and Hub both choose here. The page has the same in core/wasm/search.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crownhead.engines import endings
from crownhead.engines.book import books
from crownhead.errors import EngineError
from crownhead.position import Position

if TYPE_CHECKING:
    from crownhead.engines.interface import Analysis
    from crownhead.engines.levels import Level
    from crownhead.move import Move

OPENING_MEN = 8
"""The game is in its opening while fewer men than these have left their first places."""
OPENING_NOISE = 6
"""By so much even the highest level errs in the opening, to vary its play with the seed."""

Look = Callable[["Level", Sequence["Move"]], "Analysis"]
"""Search the position as a level does, some of the first moves left out."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Hold the move to play, with what is expected after it, and what a search found, if any."""

    line: tuple[Move, ...]
    found: Analysis | None = None

    @property
    def move(self) -> Move:
        """Return the move to play."""
        return self.line[0]


def choose(
    position: Position, past: Sequence[Position], level: Level, seed: int, look: Look, *, book: bool
) -> Choice:
    """Return what a level plays in a position that comes after others.

    That is the only legal move; what the endgame tables play; what the opening book plays, if it
    is to be asked; or what a search finds among the moves that give nothing away. Raises
    `EngineError` where there is no move.

    >>> from crownhead.engines.levels import level
    >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    >>> str(choose(position, (), level(9), 0, lambda like, excluded: None, book=True).move)
    '15-11'
    """
    legal = position.legal_moves
    if not len(legal):
        raise EngineError(f"No legal move in {position.fen()}")
    if len(legal) == 1:
        return Choice((legal[0],))
    excluded: Sequence[Move] = ()
    if level.number >= endings.FIRST_PERFECT_LEVEL:
        perfect, excluded = endings.advice(position, past)
        if perfect is not None:
            return Choice((perfect,))
    if book and level.number >= books.FIRST_LEVEL and (known := books.line(position, seed)):
        return Choice(known)
    found = look(_varied(level, position), excluded)
    return Choice(found.line or (legal[0],), found)


def _varied(level: Level, position: Position) -> Level:
    if level.noise >= OPENING_NOISE or not is_opening(position):
        return level
    return replace(level, noise=OPENING_NOISE)


def is_opening(position: Position) -> bool:
    """Return whether a game that has come to a position is in its opening.

    >>> is_opening(Position.initial("russian")), is_opening(Position.from_fen("W:W31:B1"))
    (True, False)
    """
    first = Position.initial(position.variant)
    left = sum(position.piece_at(square) != piece for square, piece in first.placed())
    return left < OPENING_MEN
