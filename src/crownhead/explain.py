"""Why a move is not legal: from a refused move to a typed `Reason` (RULES X).

What is looked at, and in which order, stands in `core/rules/explain.cpp`; this is its Python face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.move import Move
from crownhead.reasons import NothingToCapture, Reason, moves

if TYPE_CHECKING:
    from crownhead.position import Position

_KINDS: dict[str, type[Reason]] = {
    kind.code: kind
    for kind in vars(moves).values()
    if isinstance(kind, type) and issubclass(kind, Reason) and kind is not Reason
}


def explain(position: Position, move: str | Move, *, huffing: bool = False) -> Reason | None:
    """Return why `move` is refused in `position`, or None if it may be played.

    Raises `InvalidMove` for text that is no move, and `TooComplex` past the work limit.
    """
    if isinstance(move, str):
        refusal = position._refusal(move, huffing)
        return _KINDS[refusal[0]](**refusal[1]) if refusal else None
    if move in position.legal_moves or (huffing and move in position.faulty_moves):
        return None
    refusal = position._refusal(move.notation("full"))
    if refusal is None:  # a move of another position
        return NothingToCapture(move.origin, move.target)
    return _KINDS[refusal[0]](**refusal[1])
