"""Why a move is not legal: from a refused move to a typed `Reason` (RULES X).

What is looked at, and in which order, stands in `core/rules/explain.cpp`; this is its Python face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.reasons import NothingToCapture, Reason, moves

if TYPE_CHECKING:
    from crownhead.position import Position
    from crownhead.variants import Variant

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


def say(reason: Reason, variant: Variant) -> str:
    """Return the English sentence of a reason as errors say it: no full stop, the rule at its end.

    Other languages: `crownhead.locales.Catalogue.reason`.

    >>> from crownhead.reasons import MustCapture
    >>> from crownhead.variants import get
    >>> say(MustCapture((15,), ("15x22",)), get("english"))
    'Capturing is compulsory: 15 must capture (E14)'
    """
    sentence = Catalogue("en", variant).reason(reason).rstrip(".")
    rule = reason.rule_in(variant.rule_numbering)
    return f"{sentence} ({rule})" if rule else sentence
